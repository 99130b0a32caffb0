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
import { errorMessage } from '../../../shared/api-error.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../../toasts.ts'
import { dateTime, longDate } from '../../../shared/format.ts'
import { invalidate } from '../../../shared/queries.ts'
import { useSession } from '../../../shared/session.ts'
import { ownPasskeysQuery } from '../queries.ts'
import { OwnSessions } from '../sessions/OwnSessions.tsx'
import { PasskeyPanel } from './PasskeyPanel.tsx'
import { registerPasskey } from './ceremony.ts'
import { type AppEnvironment, supportsPasskeys, useAppEnvironment } from './device.ts'
import { passkeyTexts } from './texts.ts'
import { sessionTexts } from '../sessions/texts.ts'

/** Quick access of this device, and all passkeys of the account. @rule R-93 R-94 */
export function QuickAccessPage() {
  const { data: user } = useSession()
  const environment = useAppEnvironment()
  if (environment === null) return <Skeleton />
  return (
    <PageLayout
      title={passkeyTexts.quickAccess.title}
      intro={passkeyTexts.quickAccess.intro[environment.inAndroidApp ? 'app' : 'web']}
      narrow
    >
      <QuickAccessCard user={user ?? null} {...environment} />
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

interface QuickAccessCardProps extends AppEnvironment {
  /** Null for a visitor, whose attempt fails with a message. @rule Q-17 */
  readonly user: User | null
}

function QuickAccessCard({ user, inAndroidApp, enrollLink }: QuickAccessCardProps) {
  const queryClient = useQueryClient()
  const access = useQuickAccess({ inAndroidApp, enrollLink })
  const surface = inAndroidApp ? 'app' : 'web'
  return (
    <>
      <Card>
        <div className="grid gap-4">
          <FormAlert text={access.errorMessage} />
          {access.message !== undefined && <output className="font-medium text-olive">{access.message}</output>}
          <div className="flex flex-wrap gap-3">
            <Button pending={access.enabling} onClick={() => void access.enable()}>
              {passkeyTexts.quickAccess.enable[surface]}
            </Button>
            <Button variant="secondary" pending={access.disabling} onClick={access.disable}>
              {passkeyTexts.quickAccess.disable[surface]}
            </Button>
          </div>
        </div>
      </Card>
      {access.offersPasskey && user !== null && (
        <PasskeyPanel
          mode="register"
          ceremony={(password) => registerPasskey(user, password)}
          onDone={() => void invalidate(queryClient, ['passkeys'])}
        />
      )}
    </>
  )
}

interface QuickAccessResult {
  readonly errorMessage?: string
  readonly message?: string
  readonly offersPasskey?: boolean
}

/** Enabling opens the app with a token, or offers a passkey in the browser. @rule S-08 quick access is on or off per device */
const useQuickAccess = ({ inAndroidApp, enrollLink }: AppEnvironment) => {
  const [result, setResult] = useState<QuickAccessResult>({})
  const enroll = useApiMutation('enrollDevice', {
    onSuccess: ({ deviceToken }) => {
      if (enrollLink !== null && inAndroidApp) location.assign(`${enrollLink}#${deviceToken}`)
      else setResult({ message: passkeyTexts.quickAccess.webHint, offersPasskey: true })
    },
    onError: (error) => setResult({ errorMessage: errorMessage(error, passkeyTexts.quickAccess.enableFailed) }),
  })
  const revoke = useApiMutation('revokeDevice', {
    invalidates: ['passkeys'],
    onSuccess: ({ message }) => setResult({ message }),
    onError: (error) => setResult({ errorMessage: errorMessage(error, passkeyTexts.quickAccess.disableFailed) }),
  })
  return {
    ...result,
    enabling: enroll.isPending,
    disabling: revoke.isPending,
    enable: async () => {
      const unavailableReason = inAndroidApp ? appUnavailableReason(enrollLink) : await browserUnavailableReason()
      if (unavailableReason === null) enroll.mutate({})
      else setResult({ errorMessage: unavailableReason })
    },
    disable: () => revoke.mutate({}),
  }
}

const appUnavailableReason = (enrollLink: string | null) =>
  enrollLink === null ? passkeyTexts.quickAccess.unavailable : null

/** Specified texts T-122 and T-123. */
const browserUnavailableReason = async () => {
  if (!supportsPasskeys()) return passkeyTexts.quickAccess.unavailableOnWeb
  return (await platformAuthenticatorIsAvailable()) ? null : passkeyTexts.quickAccess.unavailableHere
}

function OwnPasskeys() {
  return (
    <QueryView
      query={useQuery(ownPasskeysQuery)}
      skeletonRows={1}
      empty={<EmptyState text={passkeyTexts.quickAccess.empty} />}
    >
      {(list) => (
        <ul className="grid gap-3">
          {list.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
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
