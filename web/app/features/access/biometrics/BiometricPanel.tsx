import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { Card } from '../../../components/Card.tsx'
import { FormAlert } from '../../../components/FormAlert.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { texts } from '../../../texts.ts'
import { hintFor, isSupported, sensorOf, useSurroundings } from './device.ts'

const { biometrics: words } = texts

interface BiometricPanelProps<Done> {
  readonly mode: 'register' | 'authenticate'
  readonly ceremony: () => Promise<Done>
  readonly onDone?: ((done: Done) => void) | undefined
  readonly onFailed?: ((words: string) => void) | undefined
}

/** Idle, busy, done (and then over), or refused and open to another try (R-21, S-05). */
export function BiometricPanel<Done>({ mode, ceremony, onDone, onFailed }: BiometricPanelProps<Done>) {
  const act = useMutation({
    mutationFn: ceremony,
    onSuccess: (done) => onDone?.(done),
    onError: ({ message }) => onFailed?.(message),
  })
  const supported = isSupported()
  return (
    <Card title={words.titles[mode]}>
      <div className="grid gap-4">
        <p className="flex items-center gap-3 text-muted">
          <Fingerprint aria-hidden="true" className="size-6 shrink-0 text-brand" />
          {words.uses(sensorOf(navigator.userAgent))}
        </p>
        {!supported && <Unsupported />}
        <FormAlert text={act.error?.message} />
        {act.isSuccess && (
          <output className="font-medium text-olive">
            {mode === 'register' ? words.registered : words.authenticated}
          </output>
        )}
        <Button
          disabled={!supported || act.isSuccess}
          pending={act.isPending}
          pendingText={words.wait}
          onClick={() => act.mutate()}
        >
          {words[mode]}
        </Button>
      </div>
    </Card>
  )
}

/** V-32; the Android app has ways of its own and is not told to get another browser. */
function Unsupported() {
  const where = useSurroundings()
  if (where === null || where.insideApp) return null
  return (
    <Notice>
      <p>{words.unsupported}</p>
      <p>{hintFor(navigator.userAgent)}</p>
    </Notice>
  )
}
