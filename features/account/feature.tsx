import { defineFeature, screen } from '#core/client/feature.ts'
import { readResetLink } from './client/password/resetLink.ts'

export const account = defineFeature({
  name: 'account',
  area: {
    name: 'account',
    label: 'Account',
    path: '/account',
    prefixes: ['/account'],
    icon: 'user-circle',
    menuIcon: 'user-circle',
    order: 90,
    landing: 90,
  },
  screens: [
    screen('/login', () => import('./client/login/LoginPage.tsx').then((file) => file.LoginPage), {
      opensTo: 'signedOut',
    }),
    screen('/login/app', () => import('./client/signOn/SsoPage.tsx').then((file) => file.SsoPage), {
      opensTo: 'everyone',
    }),
    screen('/login/sso', () => import('./client/signOn/SsoPage.tsx').then((file) => file.SsoPage), {
      // A person whose session has ended signs in here again and keeps their unsent changes.
      opensTo: 'signedOutOrEnded',
    }),
    screen(
      '/getresetPasswordLink',
      () => import('./client/password/LostPasswordPage.tsx').then((file) => file.LostPasswordPage),
      { opensTo: 'signedOut' },
    ),
    {
      path: '/emailConfirmed/$key/$email',
      opensTo: 'signedOut',
      // Target of an emailed link. Its key leaves the URL and the history before anything is shown.
      leadsTo({ params: { key = '', email = '' }, search }) {
        readResetLink({ key, email, isInvitation: search.invited !== undefined })
        return '/emailConfirmed'
      },
    },
    screen(
      '/emailConfirmed',
      () => import('./client/password/NewPasswordPage.tsx').then((file) => file.NewPasswordPage),
      {
        opensTo: 'signedOut',
      },
    ),
    screen('/otp-password/$email/$reason', () => import('./client/login/CodePage.tsx').then((file) => file.CodePage), {
      opensTo: 'signedOut',
      propsOf: ({ params: { email = '', reason = '' } }) => ({ email, reason }),
    }),
    screen('/switch', () => import('./client/switching/SwitchPage.tsx').then((file) => file.SwitchPage), {
      opensTo: 'everyone',
      propsOf: ({ search }) => ({ u: search.u }),
    }),
    { path: '/account', leadsTo: () => '/account/edit' },
    screen('/account/$tab', () => import('./client/AccountPage.tsx').then((file) => file.AccountPage), {
      propsOf: ({ params }) => ({ tab: params.tab ?? '' }),
    }),
  ],
  tabs: () => import('./client/tabs.ts').then((file) => file.tabs),
  palette: () => import('./client/usePaletteEntries.ts').then((file) => file.usePaletteEntries),
  notices: () => import('./client/featureNotices.ts').then((file) => file.featureNotices),
  inside: () => import('./client/inside/SignedIn.tsx').then((file) => file.SignedIn),
})
