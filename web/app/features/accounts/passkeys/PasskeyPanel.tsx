import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { Button } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { Notice } from '../../../components/feedback.tsx'
import { FormAlert } from '../../../components/form.tsx'
import { authenticatorName, supportsPasskeys, unsupportedBrowserHint, useAppEnvironment } from './device.ts'
import { passkeyTexts } from './texts.ts'

interface PasskeyPanelProps<Done> {
  readonly mode: 'register' | 'authenticate'
  readonly ceremony: () => Promise<Done>
  readonly onDone?: ((done: Done) => void) | undefined
  readonly onFailed?: ((words: string) => void) | undefined
}

/** Idle, busy, done (and then over), or refused and open to another try (R-21, S-05). */
export function PasskeyPanel<Done>({ mode, ceremony, onDone, onFailed }: PasskeyPanelProps<Done>) {
  const act = useMutation({
    mutationFn: ceremony,
    onSuccess: (done) => onDone?.(done),
    onError: ({ message }) => onFailed?.(message),
  })
  const supported = supportsPasskeys()
  return (
    <Card title={passkeyTexts.titles[mode]}>
      <div className="grid gap-4">
        <p className="flex items-center gap-3 text-muted">
          <Fingerprint aria-hidden="true" className="size-6 shrink-0 text-brand" />
          {passkeyTexts.authenticatorNote(authenticatorName(navigator.userAgent))}
        </p>
        {!supported && <UnsupportedNotice />}
        <FormAlert text={act.error?.message} />
        {act.isSuccess && (
          <output className="font-medium text-olive">
            {mode === 'register' ? passkeyTexts.registered : passkeyTexts.authenticated}
          </output>
        )}
        <Button
          disabled={!supported || act.isSuccess}
          pending={act.isPending}
          pendingText={passkeyTexts.pending}
          onClick={() => act.mutate()}
        >
          {passkeyTexts[mode]}
        </Button>
      </div>
    </Card>
  )
}

/** V-32; the Android app has ways of its own and is not told to get another browser. */
function UnsupportedNotice() {
  const where = useAppEnvironment()
  if (where === null || where.inAndroidApp) return null
  return (
    <Notice>
      <p>{passkeyTexts.unsupported}</p>
      <p>{unsupportedBrowserHint(navigator.userAgent)}</p>
    </Notice>
  )
}
