/** An error doesn't stop the rest and is thrown at the end. */
export async function forEachCollectErrors<T>(all: Iterable<T>, work: (one: T) => Promise<unknown>): Promise<void> {
  const problems: unknown[] = []
  for (const one of all) await work(one).catch((problem) => problems.push(problem))
  if (problems.length > 0) throw problems[0]
}
