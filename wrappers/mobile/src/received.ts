/** As the server signs the addresses of files, which its answers bring to pictures, players and links. */
const FILE = /^\/api\/files\/[\da-f-]{36}\/[\da-f-]{36}\?/

/** An answer with these addresses as this page, which comes with the app, has to ask for them. */
export function withServer(answer: unknown, server: string): unknown {
  if (typeof answer === 'string') return FILE.test(answer) ? server + answer : answer
  if (Array.isArray(answer)) return answer.map((one) => withServer(one, server))
  if (answer === null || typeof answer !== 'object') return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withServer(value, server)]))
}
