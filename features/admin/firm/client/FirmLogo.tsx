import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { ApiError, call } from '#core/client/api.ts'
import { sendForm } from '#core/client/sendForm.ts'
import { useChange } from '#core/client/useChange.ts'
import { Problem } from '#core/ui/Problem.tsx'
import p from '../../people/client/People.module.css'
import { firmLimits, firmRoutes as routes } from '../contract.ts'
import s from './FirmLogo.module.css'
import type { FirmPart } from './firmPart.ts'

/** Shown to everybody in the firm, beside their name. */
export function FirmLogo({ firm, isOffline, onChanged }: FirmPart) {
  const { isBusy, problem, run } = useChange()
  const put = (file: File | null) =>
    file &&
    run(async () => {
      if (file.size > firmLimits.logo)
        throw new ApiError(413, { message: 'This file is larger than 5 MB.', code: 'too_large' })
      await sendForm(routes.putLogo, { files: { file } }).done
      await onChanged()
      return 'The logo is saved.'
    })
  const remove = () =>
    run(async () => {
      await call(routes.removeLogo, {})
      await onChanged()
      return 'The logo is removed.'
    })
  return (
    <section className={p.section} aria-labelledby="firm-logo">
      <h3 id="firm-logo">Logo</h3>
      <Problem>{problem}</Problem>
      <div className={s.logo}>
        <div className={s.frame}>
          {firm.logo.url ? <img src={firm.logo.url} alt={`Logo of ${firm.name}`} /> : <span>No logo yet</span>}
        </div>
        <div className={s.deeds}>
          <div className={p.actions}>
            <FileButton onChange={put} accept="image/png,image/jpeg,image/webp,image/svg+xml,.svg">
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconUpload size={18} stroke={1.6} aria-hidden />}
                  disabled={isOffline}
                  aria-disabled={isBusy || undefined}
                >
                  {firm.logo.url ? 'Replace' : 'Upload a logo'}
                </Button>
              )}
            </FileButton>
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
          <p className={p.why}>
            PNG, JPEG, WEBP or SVG of at most {firmLimits.logo / 1024 / 1024} MB. It is drawn anew at most{' '}
            {firmLimits.logoPixels} pixels wide and high.
          </p>
        </div>
      </div>
    </section>
  )
}
