import { offer } from '#core/contract/ports.ts'
import { defineFeature } from '#core/server/feature.ts'
import { serveNotice } from '#core/server/notices/notice.ts'
import { subscriptionsWith } from '#core/server/subscriptions.ts'
import { addPeople } from '#features/admin/server/contract.ts'
import { managers } from '#features/targets/server/contract.ts'
import { twoFactorFlag } from './flagsContract.ts'
import { workedAs } from './policyContract.ts'
import { authMethodsOfPeople } from './server/authMethods.ts'
import { authMethods, passwordProblem } from './server/contract.ts'
import { guessablePassword, isGuessable } from './server/guessable.ts'
import { signInInstanceHandlers } from './server/instances.ts'
import { myDataRoutes } from './server/myData.ts'
import { sessionHandlers } from './server/mySessions.ts'
import { mySheets, myWorkbookRoutes } from './server/myWorkbook.ts'
import { policyServed } from './server/policies.ts'
import { purgeAuthArtifacts } from './server/purgeAuthArtifacts.ts'
import { accountRoutes } from './server/routes.ts'
import { signOnWays } from './server/signOn/routes.ts'
import { ssoSetupHandlers } from './server/signOn/setUpRoutes.ts'
import { subscriptionRoutes } from './server/subscription.ts'
import { impersonationHandlers } from './server/switching.ts'

export const account = defineFeature({
  name: 'account',
  needs: { addPeople, managers },
  offers: [
    offer(authMethods, authMethodsOfPeople),
    offer(passwordProblem, async (password, known) =>
      (await isGuessable(password, known)) ? guessablePassword : null,
    ),
  ],
  routes(given, house) {
    const subscriptionsOf = subscriptionsWith(() => house.all('subscriptionData'))
    return [
      ...accountRoutes(house, subscriptionsOf, given.managers),
      ...signInInstanceHandlers(house.instances),
      ...signOnWays(house, subscriptionsOf, given.addPeople),
      ...ssoSetupHandlers(house),
      ...policyServed,
      ...impersonationHandlers(subscriptionsOf),
      ...sessionHandlers,
      ...myDataRoutes(() => house.all('myData')),
      ...myWorkbookRoutes(() => house.all('sheets')),
      ...subscriptionRoutes,
    ]
  },
  flags: [
    {
      ...twoFactorFlag,
      label: 'Two-factor authentication',
      tells: 'People can be asked for a second factor when they sign in.',
    },
  ],
  notices: [serveNotice(workedAs)],
  jobs: [purgeAuthArtifacts],
  sheets: mySheets,
})
