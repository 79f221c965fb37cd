// Renders Markdown as HTML. `marked` parses it; each kind of token has a template. HTML inside Markdown is shown as text. Text
// that is too long or nested too deeply is shown as source.

import { Lexer, type Token, type Tokens } from "marked";
import { isReadable } from "../../markdown/is-readable.ts";
import { NO_HIGHLIGHTER, type Highlighter } from "./highlight.ts";
import { html, joinHtml, type Html } from "./html.ts";
import { renderInline } from "./prose-inline.ts";

const MAX_DEPTH = 24;

export function renderMarkdown(markdown: string, colours: Highlighter = NO_HIGHLIGHTER): Html {
  if (!isReadable(markdown)) return renderSource(markdown);
  try {
    return renderBlocks(new Lexer({ gfm: true }).lex(markdown), 0, colours);
  } catch {
    return renderSource(markdown);
  }
}

function renderSource(text: string): Html {
  return html`<pre class="plain">${text}</pre>`;
}

function renderBlocks(tokens: readonly Token[], depth: number, colours: Highlighter): Html {
  return joinHtml(tokens.map((token) => renderBlock(token, depth, colours)));
}

function renderBlock(token: Token, depth: number, colours: Highlighter): Html {
  if (depth > MAX_DEPTH) return renderSource(token.raw);
  switch (token.type) {
    case "space":
    case "def":
      return html``;
    case "heading": {
      const { depth: level, tokens } = token as Tokens.Heading;
      return renderHeading(level, renderInline(tokens));
    }
    case "code": {
      const { text, lang } = token as Tokens.Code;
      const name = /^[\w+#.-]{1,24}/.exec(lang ?? "")?.[0];
      const language = name === undefined ? undefined : html` data-language="${name}"`;
      return html`<div class="block">
        <pre class="code" ${language}><code>${colours.code(text, name)}</code></pre>
      </div>`;
    }
    case "blockquote":
      return html`<blockquote>${renderBlocks((token as Tokens.Blockquote).tokens, depth + 1, colours)}</blockquote>`;
    case "list":
      return renderList(token as Tokens.List, depth, colours);
    case "table":
      return renderTable(token as Tokens.Table);
    case "hr":
      return html`<hr />`;
    case "checkbox":
      return html`${(token as Tokens.Checkbox).checked ? "☑ " : "☐ "}`;
    case "paragraph":
      return html`<p dir="auto">${renderInline((token as Tokens.Paragraph).tokens)}</p>`;
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens === undefined ? html`${text}` : renderInline(tokens);
    }
    default:
      return html`<p dir="auto" class="source">${token.raw.trim()}</p>`;
  }
}

/** Renders a heading below the level of the page's own headings. */
function renderHeading(level: number, content: Html): Html {
  if (level <= 1) return html`<h3 dir="auto">${content}</h3>`;
  if (level === 2) return html`<h4 dir="auto">${content}</h4>`;
  return level === 3 ? html`<h5 dir="auto">${content}</h5>` : html`<h6 dir="auto">${content}</h6>`;
}

function renderList({ ordered, start, items }: Tokens.List, depth: number, colours: Highlighter): Html {
  const inner = items.map(
    ({ tokens, task }) =>
      html`<li dir="auto" ${task ? html` class="task"` : undefined}>${renderBlocks(tokens, depth + 1, colours)}</li>`,
  );
  if (!ordered)
    return html`<ul>
      ${inner}
    </ul>`;
  const first =
    typeof start === "number" && Number.isSafeInteger(start) && start !== 1 ? html` start="${start}"` : undefined;
  return html`<ol${first}>${inner}</ol>`;
}

function renderTable({ header, rows, align }: Tokens.Table): Html {
  const renderAlignment = (index: number): Html | undefined => {
    const known = align[index];
    return known === "center" || known === "right" ? html` class="${known}"` : undefined;
  };
  const head = header.map(({ tokens }, index) => html`<th${renderAlignment(index)}>${renderInline(tokens)}</th>`);
  const body = rows.map(
    (row) =>
      html`<tr>
        ${row.map(({ tokens }, index) => html`<td${renderAlignment(index)}>${renderInline(tokens)}</td>`)}
      </tr>`,
  );
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}
