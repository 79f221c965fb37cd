// What a page may be made of: every tag in the form our templates write it. Whatever else has an angle bracket is a tag
// that came from content.

const ATTRIBUTES = [
  'dir="auto"',
  'class="[a-z -]+"',
  'data-language="[\\w+#.-]{1,24}"',
  'start="\\d+"',
  'href="(?:https?:|mailto:)[^"<>]*"',
  'target="_blank"',
  'rel="noopener noreferrer nofollow"',
].join("|");
const TAG = new RegExp(
  `<(?:/?(?:p|h[3-6]|pre|code|blockquote|ul|ol|li|div|table|thead|tbody|tr|th|td|strong|em|del|a|span)|br|hr)(?:\\s+(?:${ATTRIBUTES}))*\\s*/?>`,
  "g",
);

/** What is left of angle brackets and quotes when our own tags are gone. */
export function foreignMarkup(markup: string): string {
  return markup.replaceAll(TAG, "").replaceAll(/[^<>"'`]/g, "");
}
