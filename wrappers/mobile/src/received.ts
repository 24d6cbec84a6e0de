/** The server's signed file URLs. */
const FILE = /^\/api\/files\/[\da-f-]{36}\/[\da-f-]{36}\?/

/** Makes these URLs absolute, because the page comes with the app. */
export function withServer(answer: unknown, server: string): unknown {
  if (typeof answer === 'string') return FILE.test(answer) ? server + answer : answer
  if (Array.isArray(answer)) return answer.map((one) => withServer(one, server))
  if (answer === null || typeof answer !== 'object') return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withServer(value, server)]))
}
