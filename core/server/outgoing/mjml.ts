// Compiling takes tens of milliseconds, and emails have few layouts.

/** Loaded with the first email, because MJML takes as long as the rest of a start. */
export async function compiled(mjml: string): Promise<string> {
  const { default: compile } = await import('mjml')
  return (await compile(mjml, { validationLevel: 'strict', fonts: {}, keepComments: false })).html
}

/** Caches up to `most` results. Failures aren't cached. */
export function onceEach<O, M>(most: number, make: (outline: O) => Promise<M>): (outline: O) => Promise<M> {
  const all = new Map<string, Promise<M>>()
  return (outline) => {
    const name = JSON.stringify(outline)
    const known = all.get(name)
    if (known) return known
    if (all.size >= most) all.clear()
    const made = make(outline)
    all.set(name, made)
    made.catch(() => all.delete(name))
    return made
  }
}
