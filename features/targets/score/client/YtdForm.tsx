import { Button } from '@mantine/core'
import { useState } from 'react'
import { renew } from '#core/client/answers.ts'
import { call } from '#core/client/api.ts'
import { isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { revenueMissing, whyNoAmount } from '#core/contract/money.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { targetLabels } from '../../client/labels.ts'
import { AmountInput } from '../../forms/client/AmountInput.tsx'
import { amountIn, revenueForm } from '../../forms/client/targetForm.ts'
import { routes, summary } from '../contract.ts'
import s from './FigureDialog.module.css'

/** Source of the message for an empty field: the specification, section 8. */
const problemIn = (typed: string) =>
  typed.trim() === '' ? revenueMissing : amountTyped(typed) === undefined ? whyNoAmount(typed) : undefined
const amountTyped = (revenue: string) => amountIn({ revenueKind: 'amount', revenue })

/** 'Set year-to-date revenue': dollars won this year before the person started here. */
export function YtdForm({ before }: { before: number }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button variant="subtle" size="compact-sm" className={s.open} onClick={() => setOpen(true)}>
        Set year-to-date revenue
      </Button>
    )
  return <YtdFields before={before} onClose={() => setOpen(false)} />
}

function YtdFields({ before, onClose }: { before: number; onClose: () => void }) {
  const engine = useEngine()
  const isOffline = useSyncStatus(isOfflineNow)
  const form = useForm({
    draft: 'ytd',
    initial: { amount: before === 0 ? '' : revenueForm(before).revenue },
    check: ({ amount }) => ({ amount: problemIn(amount) }),
    send: async ({ amount }) => {
      await call(routes.setYtdRevenue, { body: { amount: amountTyped(amount) ?? 0 } })
      renew(engine, summary)
      return 'Year-to-date revenue saved.'
    },
    problemAt: 'amount',
    onDone: onClose,
  })
  return (
    <Form form={form} className={`stack gap12 mt16 rounded sunken ${s.ytd}`}>
      <AmountInput
        label="Won this year before you started here"
        description="Adds to your revenue won through the end of the year."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoFocus
        {...form.field('amount')}
      />
      <NeedsConnection isOffline={isOffline} what={whenOnline('set this')} />
      <div className="flex end gap8">
        <Button variant="default" onClick={onClose}>
          {targetLabels.cancel}
        </Button>
        <Submit form={form} disabled={isOffline}>
          Set revenue
        </Submit>
      </div>
    </Form>
  )
}
