/**
 * Prevents prototype pollution. Methods become accessors first, because many libraries assign `toString`, which throws
 * on a read-only one.
 */
export function freezeObjectPrototype(): void {
  if (Object.isFrozen(Object.prototype)) return
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Object.prototype))) {
    if (name === '__proto__') continue
    Object.defineProperty(Object.prototype, name, {
      get: () => value,
      set(this: object, own: unknown) {
        if (this === Object.prototype) throw new TypeError(`Object.prototype is frozen: ${name} can’t be replaced.`)
        Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true })
      },
    })
  }
  Object.freeze(Object.prototype)
}
