// Lengths of the videos in seconds, written by `npm run demo:videos`.
export const itemSeconds: Readonly<Record<string, number>> = {
  'transfer-pricing': 42,
  'first-week': 40.4,
  'one-sentence': 20.4,
  'state-nexus': 39.08,
  'two-founders': 34.36,
  mediation: 32.01,
}
