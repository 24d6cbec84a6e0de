import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { NativeSelect, Switch } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useIsOn, useSession } from '#core/client/session.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { useNotices } from '#core/client/useNotices.ts'
import { isNoticeOn, switchesOf } from '#core/contract/notice.ts'
import { ORG_REPORT } from '#core/contract/orgReport.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { twoFactorFlag } from '#features/account/flagsContract.ts'
import { peopleRoutes as routes } from '../contract.ts'
import { orgReportLabels, settingLabels } from '../peopleLabels.ts'
import p from './People.module.css'
import type { PersonPart } from './personPart.ts'

const orgReportChoices = (['', '1', '0'] as const).map((value) => ({ value, label: orgReportLabels[value] }))

/** Shows a person's permissions and notifications. Each switch is saved right away. */
export function PersonSettings({ person, isOffline, onChanged }: PersonPart) {
  const hasTwoFactor = useIsOn(twoFactorFlag)
  const me = useSession()
  const isOwnFactor = me?.user.id === person.id && isNoticeOn(person.settings, 'key-two_factor')
  const whyNot = !hasTwoFactor
    ? 'Your firm’s subscription doesn’t include this.'
    : isOwnFactor
      ? 'Ask another administrator to turn this off for you.'
      : null
  const { isBusy, problem, run } = useMutation()
  const notices = useNotices()
  const give = (name: string, value: 0 | 1 | null, said: string) =>
    run(async () => {
      const settings = { [name]: value }
      onChanged(await call(routes.edit, { params: { id: person.id }, body: { settings } }))
      return said
    })
  const turn = (name: string, label: string, value: 0 | 1) => give(name, value, `${label}: ${value ? 'on' : 'off'}.`)
  const switchOf = (name: string, label: string, isBlocked = false, description?: string) => (
    <Switch
      key={name}
      label={label}
      description={description}
      checked={isNoticeOn(person.settings, name)}
      disabled={isOffline || isBlocked}
      aria-disabled={isBusy || undefined}
      onChange={(event) => turn(name, label, event.currentTarget.checked ? 1 : 0)}
    />
  )
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="person-settings">
      <h3 id="person-settings">Settings</h3>
      <Problem>{problem}</Problem>
      <NativeSelect
        label={settingLabels[ORG_REPORT]}
        data={orgReportChoices}
        value={String(person.settings[ORG_REPORT] ?? '')}
        disabled={isOffline || isBusy}
        onChange={(event) => {
          const chosen = event.currentTarget.value as keyof typeof orgReportLabels
          void give(ORG_REPORT, chosen === '' ? null : chosen === '1' ? 1 : 0, `${orgReportLabels[chosen]}.`)
        }}
      />
      {whyNot === null
        ? switchOf('key-two_factor', settingLabels['key-two_factor'])
        : switchOf('key-two_factor', settingLabels['key-two_factor'], true, whyNot)}
      <h3>Notifications</h3>
      <div className={`grid ${p.switches}`}>{switchesOf(notices).map(({ name, label }) => switchOf(name, label))}</div>
    </section>
  )
}
