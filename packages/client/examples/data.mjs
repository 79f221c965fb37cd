// An answer with a shape. Any Standard Schema will do: zod, valibot, arktype.
import { claude } from "@unspool/client";
import { z } from "zod";

const { data } = await claude.ask("Who wrote the Iliad?", {
  schema: z.object({ name: z.string(), century: z.number() }),
});
console.log(data.name, data.century);
