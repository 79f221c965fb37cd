// Runs `unspool stats` in this process and prints its peak memory in kilobytes.

const [unspool, root] = process.argv.slice(2);
process.argv.splice(1, Infinity, unspool, "stats", root, "--json");
process.on("exit", () => console.log(process.resourceUsage().maxRSS));
await import(unspool);
