import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { pings } from '#features/account/contract.ts'
import { Problem } from '../../client/Problem.tsx'
import { useDeed } from '../../client/useDeed.ts'
import { type AdminSetting, givenSettings, peopleRoutes as routes } from '../contract.ts'
import { settingWords } from '../peopleWords.ts'
import p from './People.module.css'
import type { PersonPart } from './PersonPage.tsx'

/** What the person may do, and what they are told: each switch is sent at once. */
export function PersonSettings({ person, isOffline, onChanged }: PersonPart) {
  const hasTwoFactor = useSession()?.Subscriptions.license.features['2fa'].on === 'yes'
  const { isBusy, problem, run } = useDeed()
  const turn = (name: AdminSetting, isOn: boolean) =>
    run(async () => {
      const settings = { [name]: isOn ? (1 as const) : (0 as const) }
      onChanged(await call(routes.edit, { params: { id: person.id }, body: { settings } }))
      return `${settingWords[name]}: ${isOn ? 'on' : 'off'}.`
    })
  const switchOf = (name: AdminSetting, isBlocked = false, description?: string) => (
    <Switch
      key={name}
      label={settingWords[name]}
      description={description}
      checked={(person.settings[name] ?? 0) > 0}
      disabled={isOffline || isBlocked}
      aria-disabled={isBusy || undefined}
      onChange={(event) => turn(name, event.currentTarget.checked)}
    />
  )
  return (
    <section className={p.section} aria-labelledby="person-settings">
      <h3 id="person-settings">Settings</h3>
      <Problem>{problem}</Problem>
      {givenSettings.map((name) =>
        name === 'key-two_factor' && !hasTwoFactor
          ? switchOf(name, true, "Your firm's subscription does not include it.")
          : switchOf(name),
      )}
      <h3>Notifications</h3>
      <div className={p.switches}>{pings.map((name) => switchOf(name))}</div>
    </section>
  )
}
