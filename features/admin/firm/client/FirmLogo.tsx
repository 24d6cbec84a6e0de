import { Button } from '@mantine/core'
import { ApiError, call } from '#core/client/api.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { sendForm } from '#core/client/sendForm.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Problem } from '#core/ui/Problem.tsx'
import p from '../../people/client/People.module.css'
import { firmLimits, firmRoutes as routes } from '../contract.ts'
import s from './FirmLogo.module.css'
import type { FirmPart } from './firmPart.ts'

const FileDrop = lazyComponent(
  () => import('#core/ui/FileDrop.tsx').then((file) => file.FileDrop),
  <div className={s.dropPlace} />,
)

/** Everyone in the firm sees the logo beside their name. */
export function FirmLogo({ firm, isOffline, onChanged }: FirmPart) {
  const { isBusy, problem, run, setProblem } = useMutation()
  const put = (file: File) =>
    run(async () => {
      if (file.size > firmLimits.logo)
        throw new ApiError(413, { message: 'This file is larger than 5 MB.', code: 'too_large' })
      await sendForm(routes.putLogo, { files: { file } }).done
      await onChanged()
      return 'Logo saved.'
    })
  const remove = () =>
    run(async () => {
      await call(routes.removeLogo, {})
      await onChanged()
      return 'Logo removed.'
    })
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="firm-logo">
      <h3 id="firm-logo">Logo</h3>
      <Problem>{problem}</Problem>
      <div className={`row wrap ${s.logo}`}>
        <div className={`card grid ${s.frame}`}>
          {firm.logo.url ? <img src={firm.logo.url} alt={`${firm.name} logo`} /> : <span>No logo yet</span>}
        </div>
        <div className={`stack top gap8 ${s.actions}`}>
          <FileDrop
            isSmall
            title="Drop a logo here"
            limits={`PNG, JPEG, WEBP, or SVG, up to ${firmLimits.logo / 1024 / 1024} MB. We resize it to fit ${firmLimits.logoPixels} pixels.`}
            label="Logo"
            verb={firm.logo.url ? 'Replace' : 'Upload a logo'}
            accept="image/png,image/jpeg,image/webp,image/svg+xml,.svg"
            isDisabled={isOffline}
            onFiles={([file]) => file && void put(file)}
            onRefused={setProblem}
          />
          {firm.logo.url && (
            <Button
              variant="subtle"
              color="red"
              disabled={isOffline}
              aria-disabled={isBusy || undefined}
              onClick={remove}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
