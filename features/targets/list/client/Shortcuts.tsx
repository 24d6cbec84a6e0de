import '@mantine/core/styles/Kbd.layer.css'
import { Kbd } from '@mantine/core'
import { Dialog } from '#core/ui/Dialog.tsx'
import s from './Shortcuts.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const groups: { title: string; keys: [string[], string][] }[] = [
  {
    title: 'Anywhere',
    keys: [
      [[isMac ? '⌘ K' : 'Ctrl K'], 'Search Targets, people, screens, and commands'],
      [['Z'], 'Undo, while the message is there'],
      [['?'], 'Keyboard shortcuts'],
    ],
  },
  {
    title: 'In the Tracker',
    keys: [
      [['N'], 'New Target'],
      [['/'], 'Search these Targets'],
      [['J', 'K'], 'Next and previous Target'],
      [['↵'], 'Open'],
      [['X'], 'Select or deselect'],
      [['Esc'], 'Clear selection'],
    ],
  },
  {
    title: 'On a Target',
    keys: [
      [['←', '→'], 'Move between buttons'],
      [['E'], 'Edit'],
      [['S'], 'Snooze'],
      [['T'], 'Log a touch'],
      [['W'], 'Won'],
      [['L'], 'Lost'],
      [['H'], 'On Hold'],
      [['C'], 'Company page'],
      [['#', 'Del'], 'Move to trash'],
    ],
  },
]

export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" size={640} onClose={onClose}>
      <div className={s.groups}>
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb8">{title}</h3>
            <dl>
              {keys.map(([signs, what]) => (
                <div key={what} className={`row gap12 ${s.line}`}>
                  <dt>
                    {signs.map((sign) => (
                      <Kbd key={sign}>{sign}</Kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
