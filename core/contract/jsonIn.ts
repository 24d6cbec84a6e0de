import { parseJson } from './pollutingKeys.ts'

/** Returns the value of a JSON text; undefined if it isn't JSON or has a key that leads to a prototype. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
