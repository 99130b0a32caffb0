import { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../../contract/accounts/authentication.ts'
import type { OwnPasskey } from '../../../../contract/accounts/passkeys.ts'
import { Button } from '../../../components/buttons.tsx'
import { Card } from '../../../components/data-display.tsx'
import { EmptyState, QueryView, Skeleton } from '../../../components/feedback.tsx'
import { FormAlert } from '../../../components/form.tsx'
import { PageLayout } from '../../../components/page-layout.tsx'
import { showErrorToast, showToast } from '../../../components/toast.tsx'
import { errorMessage } from '../../../shared/api-error.ts'
import { dateTime, longDate } from '../../../shared/format.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { invalidate } from '../../../shared/queries.ts'
import { useSession } from '../../../shared/session.ts'
import { ownPasskeysQuery } from '../queries.ts'
import { OwnSessions } from '../sessions/OwnSessions.tsx'
import { PasskeyPanel } from './PasskeyPanel.tsx'
import { registerPasskey } from './ceremony.ts'
import { supportsPasskeys, useAppEnvironment } from './device.ts'
import { passkeyTexts } from './texts.ts'
import { sessionTexts } from '../sessions/texts.ts'

/** Quick access of this device, and all passkeys of the account. */
export function QuickAccessPage() {
  const { data: user } = useSession()
  const where = useAppEnvironment()
  if (where === null) return <Skeleton />
  return (
    <PageLayout
      title={passkeyTexts.quickAccess.title}
      intro={passkeyTexts.quickAccess.intro[where.inAndroidApp ? 'app' : 'web']}
      narrow
    >
      <QuickAccessCard user={user ?? null} {...where} />
      {user && (
        <>
          <Card title={passkeyTexts.quickAccess.own}>
            <OwnPasskeys />
          </Card>
          <Card title={sessionTexts.title}>
            <OwnSessions />
          </Card>
        </>
      )}
    </PageLayout>
  )
}

interface QuickAccessCardProps extends QuickAccessEnvironment {
  /** Null for a visitor, who is told so on asking. */
  readonly user: User | null
}

export function QuickAccessCard({ user, inAndroidApp, enrollLink }: QuickAccessCardProps) {
  const client = useQueryClient()
  const quick = useQuickAccess({ inAndroidApp, enrollLink })
  const here = inAndroidApp ? 'app' : 'web'
  return (
    <>
      <Card>
        <div className="grid gap-4">
          <FormAlert text={quick.errorMessage} />
          {quick.message !== undefined && <output className="font-medium text-olive">{quick.message}</output>}
          <div className="flex flex-wrap gap-3">
            <Button pending={quick.enabling} onClick={() => void quick.enable()}>
              {passkeyTexts.quickAccess.enable[here]}
            </Button>
            <Button variant="secondary" pending={quick.disabling} onClick={quick.disable}>
              {passkeyTexts.quickAccess.disable[here]}
            </Button>
          </div>
        </div>
      </Card>
      {quick.offersPasskey && user !== null && (
        <PasskeyPanel
          mode="register"
          ceremony={() => registerPasskey(user)}
          onDone={() => void invalidate(client, ['passkeys'])}
        />
      )}
    </>
  )
}

export interface QuickAccessEnvironment {
  readonly inAndroidApp: boolean
  readonly enrollLink: string | null
}

interface QuickAccessResult {
  readonly errorMessage?: string
  readonly message?: string
  readonly offersPasskey?: boolean
}

/** Off, or on for this device (S-08): the app takes over with a token, a browser makes a passkey. */
export const useQuickAccess = ({ inAndroidApp, enrollLink }: QuickAccessEnvironment) => {
  const [outcome, setOutcome] = useState<QuickAccessResult>({})
  const enroll = useApiMutation('enrollDevice', {
    onSuccess: ({ deviceToken }) => {
      if (enrollLink !== null && inAndroidApp) location.assign(`${enrollLink}#${deviceToken}`)
      else setOutcome({ message: passkeyTexts.quickAccess.webHint, offersPasskey: true })
    },
    onError: (error) => setOutcome({ errorMessage: errorMessage(error, passkeyTexts.quickAccess.enableFailed) }),
  })
  const revoke = useApiMutation('revokeDevice', {
    invalidates: ['passkeys'],
    onSuccess: ({ message }) => setOutcome({ message }),
    onError: (error) => setOutcome({ errorMessage: errorMessage(error, passkeyTexts.quickAccess.disableFailed) }),
  })
  return {
    ...outcome,
    enabling: enroll.isPending,
    disabling: revoke.isPending,
    enable: async () => {
      const obstacle = inAndroidApp ? appUnavailableReason(enrollLink) : await browserUnavailableReason()
      if (obstacle === null) enroll.mutate({})
      else setOutcome({ errorMessage: obstacle })
    },
    disable: () => revoke.mutate({}),
  }
}

const appUnavailableReason = (enrollLink: string | null) =>
  enrollLink === null ? passkeyTexts.quickAccess.unavailable : null

/** T-122, T-123 */
const browserUnavailableReason = async () => {
  if (!supportsPasskeys()) return passkeyTexts.quickAccess.unavailableOnWeb
  return (await platformAuthenticatorIsAvailable()) ? null : passkeyTexts.quickAccess.unavailableHere
}

export function OwnPasskeys() {
  return (
    <QueryView
      query={useQuery(ownPasskeysQuery)}
      skeletonRows={1}
      empty={<EmptyState text={passkeyTexts.quickAccess.empty} />}
    >
      {(list) => (
        <ul className="grid gap-3">
          {list.map((one) => (
            <PasskeyRow key={one.id} passkey={one} />
          ))}
        </ul>
      )}
    </QueryView>
  )
}

function PasskeyRow({ passkey: { id, deviceName, createdAt, lastUsedAt } }: { readonly passkey: OwnPasskey }) {
  const removal = useApiMutation('removePasskey', {
    invalidates: ['passkeys'],
    onSuccess: () => showToast({ title: passkeyTexts.quickAccess.removed }),
    onError: (error) => showErrorToast(errorMessage(error, passkeyTexts.quickAccess.removeFailed)),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3 last:border-0 last:pb-0">
      <div className="grid min-w-0">
        <span className="font-medium break-words">{deviceName}</span>
        <span className="text-sm text-muted">{passkeyTexts.quickAccess.created(longDate(createdAt))}</span>
        <span className="text-sm text-muted">
          {lastUsedAt === null
            ? passkeyTexts.quickAccess.neverUsed
            : passkeyTexts.quickAccess.used(dateTime(lastUsedAt))}
        </span>
      </div>
      <Button
        variant="secondary"
        small
        aria-label={passkeyTexts.quickAccess.removeOne(deviceName)}
        pending={removal.isPending}
        onClick={() => removal.mutate({ body: { passkeyId: id } })}
      >
        {passkeyTexts.quickAccess.remove}
      </Button>
    </li>
  )
}
