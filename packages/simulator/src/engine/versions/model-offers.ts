// The models that `initialize` offers, each list from its version on.

import type { ModelInfo } from "@unspool/protocol/wire";
import type { VersionQuirks } from "./version-quirks.ts";

interface Offer {
  readonly value: string;
  readonly resolved: string;
  readonly name: string;
  readonly description: string;
  /** Undefined if the model has no effort, thinking, fast or auto mode. */
  readonly efforts?: readonly string[];
  readonly hasFastMode?: boolean;
}

const UP_TO_HIGH = ["low", "medium", "high"];
const WITHOUT_XHIGH = [...UP_TO_HIGH, "max"];
const ALL = [...UP_TO_HIGH, "xhigh", "max"];

const OFFERS: Readonly<Record<string, readonly Offer[]>> = {
  "1.0.128": [
    offer("default", "", "Default (recommended)", "Use the default model (currently Sonnet 4) · $3/$15 per Mtok"),
    offer("opus", "", "Opus", "Opus 4.1 for complex tasks · $15/$75 per Mtok"),
    offer("opusplan", "", "Opus Plan Mode", "Use Opus 4.1 in plan mode, Sonnet 4 otherwise"),
  ],
  "2.0.0": [
    offer("default", "", "Default (recommended)", "Use the default model (currently Sonnet 4.5) · $3/$15 per Mtok"),
    offer("opus", "", "Opus", "Opus 4.1 for complex tasks · $15/$75 per Mtok"),
  ],
  "2.0.30": [
    offer("default", "", "Default (recommended)", "Use the default model (currently Sonnet 4.5) · $3/$15 per Mtok"),
    offer("opus", "", "Opus", "Legacy: Opus 4.1 for complex tasks · $15/$75 per Mtok"),
    offer("haiku", "", "Haiku", "Haiku 4.5 for simple tasks · $1/$5 per Mtok"),
  ],
  "2.1.74": [
    offer("default", "", "Default (recommended)", "Use the default model (currently Sonnet 4.6)", UP_TO_HIGH),
    offer("sonnet[1m]", "", "Sonnet (1M context)", "Sonnet 4.6 for long sessions · $6/$22.50 per Mtok", UP_TO_HIGH),
    offer("opus", "", "Opus", "Opus 4.6 · Most capable for complex work · $5/$25 per Mtok", WITHOUT_XHIGH, true),
    offer("opus[1m]", "", "Opus (1M context)", "Opus 4.6 for long sessions · $10/$37.50 per Mtok", WITHOUT_XHIGH, true),
    offer("haiku", "", "Haiku", "Haiku 4.5 · Fastest for quick answers · $1/$5 per Mtok"),
  ],
  "2.1.120": [
    offer("default", "", "Default (recommended)", "Use the default model (currently Sonnet 4.6)", WITHOUT_XHIGH),
    offer("sonnet[1m]", "", "Sonnet (1M context)", "Sonnet 4.6 for long sessions · $3/$15 per Mtok", WITHOUT_XHIGH),
    offer("opus[1m]", "", "Opus 4.7 (1M context)", "Opus 4.7 · $5/$25 per Mtok", ALL),
    offer("haiku", "", "Haiku", "Haiku 4.5 · Fastest for quick answers · $1/$5 per Mtok"),
  ],
  "2.1.200": [
    offer("default", "claude-opus-4-8[1m]", "Default (recommended)", "Opus 4.8 · $5/$25 per Mtok", ALL, true),
    offer("opus[1m]", "claude-opus-4-8[1m]", "Opus", "Opus 4.8 · $5/$25 per Mtok", ALL, true),
    offer("sonnet", "claude-sonnet-5", "Sonnet", "Sonnet 5 · Efficient for routine tasks · $3/$15 per Mtok", ALL),
    offer("sonnet[1m]", "claude-sonnet-5[1m]", "Sonnet 5 (1M context)", "Sonnet 5 · $3/$15 per Mtok", ALL),
    offer("haiku", "claude-haiku-4-5-20251001", "Haiku", "Haiku 4.5 · Fastest for quick answers · $1/$5 per Mtok"),
  ],
  "2.1.250": [
    offer("default", "claude-opus-5[1m]", "Default (recommended)", "Opus 5 · $5/$25 per Mtok", ALL, true),
    offer("opus[1m]", "claude-opus-5[1m]", "Opus (1M context)", "Opus 5 · $5/$25 per Mtok", ALL, true),
    offer("sonnet", "claude-sonnet-5", "Sonnet", "Sonnet 5 · Efficient for routine tasks · $2/$10 per Mtok", ALL),
    offer("sonnet[1m]", "claude-sonnet-5[1m]", "Sonnet 5 (1M context)", "Sonnet 5 · $2/$10 per Mtok", ALL),
    offer("haiku", "claude-haiku-4-5-20251001", "Haiku", "Haiku 4.5 · Fastest for quick answers · $1/$5 per Mtok"),
  ],
  "2.1.285": [
    offer("default", "claude-opus-5-5", "Default (recommended)", "Opus 5.5 · $4/$20 per Mtok", ALL, true),
    offer("opus", "claude-opus-5-5", "Opus", "Opus 5.5 · $4/$20 per Mtok", ALL, true),
    offer("fable", "claude-fable-5-2", "Fable", "Fable 5.2 · $10/$50 per Mtok", ALL, true),
    offer("sonnet", "claude-sonnet-5-5", "Sonnet", "Sonnet 5.5 · Efficient for routine tasks · $2/$10 per Mtok", ALL),
    offer("haiku", "claude-haiku-5-5", "Haiku", "Haiku 5.5", ALL),
  ],
};

export function listModels(quirks: VersionQuirks): readonly ModelInfo[] {
  const thinking = quirks.choose<Partial<ModelInfo>>({ "1.0.128": {}, "2.1.285": { supportsThinkingOff: false } });
  return quirks.choose(OFFERS).map((model) => ({
    value: model.value,
    ...(model.resolved === "" ? {} : { resolvedModel: model.resolved }),
    displayName: model.name,
    description: model.description,
    ...(model.efforts === undefined
      ? {}
      : {
          supportsEffort: true,
          supportedEffortLevels: model.efforts,
          supportsAdaptiveThinking: true,
          ...(model.hasFastMode === true ? { supportsFastMode: true } : {}),
          supportsAutoMode: true,
          ...thinking,
        }),
  }));
}

function offer(
  value: string,
  resolved: string,
  name: string,
  description: string,
  efforts?: readonly string[],
  hasFastMode?: boolean,
): Offer {
  return {
    value,
    resolved,
    name,
    description,
    ...(efforts === undefined ? {} : { efforts }),
    ...(hasFastMode === undefined ? {} : { hasFastMode }),
  };
}
