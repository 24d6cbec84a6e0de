import { Button } from '@mantine/core'

type Props = {
  problem: string | null | undefined
  onShow: () => Promise<void>
}

/** For a form whose item someone else has changed. The button shows its current state. */
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
