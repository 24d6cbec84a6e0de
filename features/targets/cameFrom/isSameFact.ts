const withoutName = (value: unknown) => JSON.stringify(value, (key, part) => (key === 'name' ? undefined : part))

/** Compares two values of a field. A contact or colleague is the same under another name. */
export const isSameFact = (a: unknown, b: unknown): boolean => a === b || withoutName(a) === withoutName(b)
