// All sign-in methods except single sign-on, and what people administration needs of them.

import type { Handler } from '#core/server/routes.ts'
import type { SubscriptionsOf } from '#core/server/subscriptions.ts'
import { challengeRoutes } from './challengeRoutes.ts'
import { changePasswordRoute } from './changePassword.ts'
import { loginRoutes } from './login.ts'
import { lostPasswordRoutes } from './lostPassword.ts'
import { passkeyLoginRoutes } from './passkeyLogin.ts'
import { endLinks, passwordPath } from './passwordKeys.ts'
import { phoneMoved, phoneRoutes } from './phones.ts'
import { resetTwoFactor } from './secondFactor.ts'
import { securityRoutes } from './security.ts'
import { signOnInstead } from './signOn/instead.ts'
import type { Site } from './site.ts'

export const signInHandlers = (site: Site, subscriptionsOf: SubscriptionsOf): Handler[] => [
  ...loginRoutes(site.instances, subscriptionsOf),
  ...challengeRoutes(site, subscriptionsOf),
  ...passkeyLoginRoutes(site, subscriptionsOf),
  ...lostPasswordRoutes(site.instances),
  ...securityRoutes(site),
  ...phoneRoutes,
  changePasswordRoute,
]

/** For admins: emailed links and their invalidation, a reset of all second factors, and a changed phone. */
export const authMethodsOfPeople = { passwordPath, signOnInstead, endLinks, resetTwoFactor, phoneMoved }
