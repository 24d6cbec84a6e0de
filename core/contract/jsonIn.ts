import { parseJson } from './pollutingKeys.ts'

/** Returns undefined for invalid JSON or a key that leads to a prototype. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
