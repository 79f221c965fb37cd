export function findCommitProblems(): Promise<string[]>;
export function problemsOfMessage(message: string): string[];
