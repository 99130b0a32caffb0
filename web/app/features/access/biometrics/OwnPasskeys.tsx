import { useQuery } from '@tanstack/react-query'
import type { OwnPasskey } from '../../../../contract/biometrics.ts'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { complain, showToast } from '../../../components/toast.ts'
import { said } from '../../../shared/refused.ts'
import { longDate, moment } from '../../../shared/format.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'
import { passkeys } from './biometrics.queries.ts'

const { quick: words } = texts.biometrics

export function OwnPasskeys() {
  return (
    <Loaded query={useQuery(passkeys)} rows={1} empty={<EmptyState text={words.empty} />}>
      {(list) => (
        <ul className="grid gap-3">
          {list.map((one) => (
            <OnePasskey key={one.id} passkey={one} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function OnePasskey({ passkey: { id, deviceName, createdAt, lastUsedAt } }: { readonly passkey: OwnPasskey }) {
  const removal = useWrite('removePasskey', {
    refreshes: ['passkeys'],
    onDone: () => showToast({ title: words.removed }),
    onRefused: (error) => complain(said(error, words.removeFailed)),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3 last:border-0 last:pb-0">
      <div className="grid min-w-0">
        <span className="font-medium break-words">{deviceName}</span>
        <span className="text-sm text-muted">{words.created(longDate(createdAt))}</span>
        <span className="text-sm text-muted">
          {lastUsedAt === null ? words.neverUsed : words.used(moment(lastUsedAt))}
        </span>
      </div>
      <Button
        look="secondary"
        small
        aria-label={words.removeOne(deviceName)}
        pending={removal.isPending}
        onClick={() => removal.mutate({ body: { passkeyId: id } })}
      >
        {words.remove}
      </Button>
    </li>
  )
}
