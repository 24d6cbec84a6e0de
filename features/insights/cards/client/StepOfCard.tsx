import { Button } from '@mantine/core'
import { useState } from 'react'
import { IntoStep } from '#core/client/IntoStep.tsx'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { Insight } from '../contract.ts'

/** Turns a card written for everyone into a step of the person's own. */
export function StepOfCard({ card, onDone }: { card: Insight; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const done = () => {
    setOpen(false)
    onDone()
  }
  return (
    <>
      <Button leftSection={<Icon name="arrow-forward-up" stroke={1.75} />} onClick={() => setOpen(true)}>
        Turn this into a step
      </Button>
      {isOpen && (
        <Dialog title="Turn this into a step" onClose={() => setOpen(false)}>
          <IntoStep
            texts={[{ label: 'Suggestion', text: card.suggestion }]}
            source={{ label: card.observation, path: `/insight/${card.id}` }}
            onDone={done}
          />
        </Dialog>
      )}
    </>
  )
}
