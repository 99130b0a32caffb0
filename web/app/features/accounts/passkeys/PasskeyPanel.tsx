import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { Button } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { Notice } from '../../../components/feedback.tsx'
import { FormAlert } from '../../../components/form.tsx'
import { authenticatorName, supportsPasskeys, unsupportedBrowserHint, useAppEnvironment } from './device.ts'
import { passkeyTexts } from './texts.ts'

interface PasskeyPanelProps<Result> {
  readonly mode: 'register' | 'authenticate'
  readonly ceremony: () => Promise<Result>
  readonly onDone?: ((result: Result) => void) | undefined
  readonly onFailed?: ((message: string) => void) | undefined
}

/** Runs a passkey ceremony; can be retried after a failure. @rule R-21 @rule S-05 idle, pending, succeeded or failed */
export function PasskeyPanel<Result>({ mode, ceremony, onDone, onFailed }: PasskeyPanelProps<Result>) {
  const ceremonyMutation = useMutation({
    mutationFn: ceremony,
    onSuccess: (result) => onDone?.(result),
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
        <FormAlert text={ceremonyMutation.error?.message} />
        {ceremonyMutation.isSuccess && (
          <output className="font-medium text-olive">
            {mode === 'register' ? passkeyTexts.registered : passkeyTexts.authenticated}
          </output>
        )}
        <Button
          disabled={!supported || ceremonyMutation.isSuccess}
          pending={ceremonyMutation.isPending}
          pendingText={passkeyTexts.pending}
          onClick={() => ceremonyMutation.mutate()}
        >
          {passkeyTexts[mode]}
        </Button>
      </div>
    </Card>
  )
}

/** Not shown in the Android app, which has its own quick access. @rule V-32 hint for browsers without passkeys */
function UnsupportedNotice() {
  const environment = useAppEnvironment()
  if (environment === null || environment.inAndroidApp) return null
  return (
    <Notice>
      <p>{passkeyTexts.unsupported}</p>
      <p>{unsupportedBrowserHint(navigator.userAgent)}</p>
    </Notice>
  )
}
