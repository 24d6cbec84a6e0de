import { Button } from '@mantine/core'
import { device } from '#core/client/device.ts'
import { toast } from '#core/client/toasts.ts'
import s from './Security.module.css'

type Props = { codes: string[]; email: string; onDone: () => void }

/** Shows new recovery codes, which can't be shown again. */
export function NewRecoveryCodes({ codes, email, onDone }: Props) {
  const text = `Pursuit recovery codes for ${email}. Each code works once.\n\n${codes.join('\n')}\n`
  const copy = async () => {
    const isCopied = await device.copyText(text)
    toast(isCopied ? { message: 'Copied', color: 'green' } : { message: 'Couldn’t copy', color: 'red' })
  }
  return (
    <div className="stack gap16">
      <p>Store these codes somewhere safe. You won’t see them again. Your old codes no longer work.</p>
      <ul className={`grid rounded sunken p16 ${s.codes}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex wrap end gap8">
        <Button variant="default" onClick={copy}>
          Copy
        </Button>
        <Button
          variant="default"
          onClick={() => device.saveFile('pursuit-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button onClick={onDone}>I’ve saved them</Button>
      </div>
    </div>
  )
}
