// The only globals protocol uses beyond the language itself. They exist in browsers, workers and every supported Node,
// and are declared here, as narrowly as they are used, so that the compiler needs neither the DOM nor Node's types.

declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}

declare class TextEncoder {
  encode(input?: string): Uint8Array;
}

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
