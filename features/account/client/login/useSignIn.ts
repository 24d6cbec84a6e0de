import { call } from '#core/client/api.ts'
import { useEnter } from '#core/client/product.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { type LoginInput, routes } from '../../loginContract.ts'
import { savePendingLogin } from './waitingLogin.ts'

/** Signs in with email and password, then opens the app or the next step. Throws the server's errors. */
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
