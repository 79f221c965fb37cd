// Measures one `import()` in a process that has done nothing else.

const started = performance.now();
await import(process.argv[2]);
console.log(JSON.stringify({ ms: performance.now() - started }));
process.exit(0);
