import { Button } from '@mantine/core'

type Props = {
  /** What the form says went wrong. */
  problem: string | null | undefined
  onShow: () => Promise<void>
}

/** Where somebody else has changed meanwhile what a form is about: the way to what it is now. */
export function ConflictNotice({ problem, onShow }: Props) {
  if (!problem?.startsWith('Someone else')) return null
  return (
    <div>
      <Button variant="default" onClick={() => void onShow()}>
        Show the latest version
      </Button>
    </div>
  )
}
