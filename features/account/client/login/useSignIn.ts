import { useNavigate } from '@tanstack/react-router'
import { call } from '#core/client/api.ts'
import { useEnter } from '#core/client/product.ts'
import { type LoginInput, routes } from '../../loginContract.ts'
import { savePendingLogin } from './waitingLogin.ts'

/** Signs in with e-mail and password: leads inside, or to what else is asked for. Throws what the server refuses. */
export function useSignIn(): (given: LoginInput) => Promise<void> {
  const enter = useEnter()
  const navigate = useNavigate()
  return async ({ email, password }) => {
    const answer = await call(routes.login, { body: { email, password } }, { token: '' })
    if ('token' in answer) return enter(answer)
    savePendingLogin(answer)
    void navigate({ to: '/otp-password/$email/$reason', params: { email: answer.email, reason: answer.message } })
  }
}
