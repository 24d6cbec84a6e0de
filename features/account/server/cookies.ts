import type { FastifyReply, FastifyRequest } from 'fastify'

export function cookieOf(request: FastifyRequest, name: string): string {
  const found = (request.headers.cookie ?? '').split(/;\s*/).find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1) ?? ''
}

/** Sets a cookie that scripts can't read and other sites' pages don't send. `seconds` 0 removes it. */
export function setCookie(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cookie: { name: string; value: string; path: string; seconds: number },
): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookie.name}=${cookie.value}; Path=${cookie.path}; Max-Age=${cookie.seconds}; HttpOnly; SameSite=Strict${secure}`,
  )
}
