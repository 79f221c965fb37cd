export function findCommitProblems(): Promise<string[]>;
export function findMessageProblems(message: string): string[];
