// "Bash(git log:*) Edit,Read": tools separated by commas or blanks, except inside parentheses.

export function splitToolList(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => value.match(/(?:\([^)]*\)?|[^\s,(])+/g) ?? []);
}
