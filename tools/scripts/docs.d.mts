export function documents(): string[];
export function fillSnippets(text: string): string;
