// The only globals that protocol uses beyond the language itself. They exist in browsers, workers and every supported
// Node. They are declared here, only as far as they are used, so that the compiler needs neither the DOM's nor Node's
// types.

declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

declare class TextEncoder {
  encode(input?: string): Uint8Array;
}

declare function atob(base64: string): string;
declare function btoa(latin1: string): string;

interface TransformStreamDefaultController<Output> {
  enqueue(chunk: Output): void;
}

interface Transformer<Input, Output> {
  start?(controller: TransformStreamDefaultController<Output>): void;
  transform?(chunk: Input): void;
  flush?(): void;
}

interface ReadableStream<Chunk> extends AsyncIterable<Chunk> {
  readonly locked: boolean;
}

interface WritableStream<Chunk> {
  readonly locked: boolean;
  abort(reason?: Chunk): Promise<void>;
}

declare class TransformStream<Input, Output> {
  constructor(transformer?: Transformer<Input, Output>);
  readonly readable: ReadableStream<Output>;
  readonly writable: WritableStream<Input>;
}

// Only for `web.ts`; a fence keeps them out of the other files.

declare class AbortSignal {
  private constructor();
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}

declare function fetch(
  url: string,
  init: { readonly headers: Record<string, string>; readonly signal: AbortSignal },
): Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
}>;

declare function setTimeout(callback: () => void, ms: number): number;
declare function clearTimeout(timer: number | undefined): void;
