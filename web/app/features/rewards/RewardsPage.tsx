import { useQuery } from '@tanstack/react-query'
import { Ban, CheckCheck, Hourglass, Ticket } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type IssuedReward, type OwnReward, presentedReward } from '../../../contract/rewards/rewards.ts'
import { Button, LinkButton } from '../../components/buttons.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Badge, type BadgeTone, Card, StatCard } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextInput } from '../../components/form-controls.tsx'
import { Form } from '../../components/form.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { type ApiError, errorMessage } from '../../shared/api-error.ts'
import type { ResponseOf } from '../../shared/api.ts'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField, numberOrNull } from '../../shared/form.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { errorToast, showToast, type Toast } from '../../toasts.ts'
import { longDate } from '../../shared/format.ts'
import { useUser } from '../../shared/session.ts'
import { RewardExplanationDialog, StandingExplanationDialog } from './RewardExplanations.tsx'
import { issuedRewardsQuery, ownRewardsQuery, rewardCountsQuery } from './queries.ts'
import { RewardRulesCard } from './RewardRules.tsx'
import { PremiumBadge } from '../../components/premium-badge.tsx'
import { rewardTexts } from './texts.ts'
import { shellTexts } from '../../texts.ts'

const redeemedToast = ({ message }: ResponseOf<'redeemReward'>): Toast => ({
  title: rewardTexts.redeemed,
  text: message,
})
const redeemFailedToast = (error: ApiError) =>
  errorToast([rewardTexts.redeemFailed, errorMessage(error, '')].join('\n').trim())

type RewardStatus = OwnReward['status']

/** Numbers of a client’s codes that are active, suspended (if any), redeemed, and no longer valid, as the server counts them. */
function OwnRewardCounters() {
  const { data } = useQuery({ ...rewardCountsQuery, refetchOnMount: 'always' })
  const suspended = data?.suspended ?? 0
  return (
    <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4">
      <StatCard icon={Ticket} label={rewardTexts.available} value={data?.active ?? '–'} />
      {suspended > 0 && <StatCard icon={Hourglass} label={rewardTexts.suspended} value={suspended} />}
      <StatCard icon={CheckCheck} label={rewardTexts.used} value={data?.redeemed ?? '–'} />
      <StatCard icon={Ban} label={rewardTexts.expired} value={data?.ended ?? '–'} />
    </dl>
  )
}

/** @rule Q-60 the numbers of codes change at midnight only */
function IssuedRewardCounters() {
  const { data } = useQuery({ ...rewardCountsQuery, refetchOnMount: 'always' })
  return (
    <div className="grid gap-2">
      <dl className="grid gap-3 sm:grid-cols-2 sm:gap-4">
        <StatCard icon={Ticket} label={rewardTexts.issued} value={data?.issued ?? '–'} />
        <StatCard icon={CheckCheck} label={rewardTexts.used} value={data?.redeemed ?? '–'} />
      </dl>
      <p className="text-sm text-muted">{rewardTexts.issuedUntil}</p>
    </div>
  )
}

const statusTones = {
  active: 'good',
  suspended: 'gold',
  redeemed: 'plain',
  revoked: 'bad',
  expired: 'bad',
} satisfies Record<RewardStatus, BadgeTone>

interface RewardCardProps {
  readonly reward: OwnReward
  /** Actions on an active code. */
  readonly actions: ReactNode
}

const rewardCard = 'grid gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5'

/** A code with its discount, status and expiry. */
function RewardCard({ reward, actions }: RewardCardProps) {
  const { code, discountPercent, rule, status, isActive } = reward
  return (
    <li className={`${rewardCard} sm:grid-cols-[1fr_auto] sm:items-center`}>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-lg font-semibold">{rewardTexts.percent(discountPercent)}</span>
          <Badge tone="warm">{rewardTexts.ruleNames[rule]}</Badge>
          <Badge tone={statusTones[status]}>{rewardTexts.statuses[status]}</Badge>
        </p>
        <p className="mt-1.5 font-mono tracking-wide break-all">{code}</p>
        <p className="mt-1.5 text-sm break-words text-muted">
          <VenueLink reward={reward} /> · {validityOf(reward)}
        </p>
        <div className="mt-2">
          <RewardDetails reward={reward} />
        </div>
      </div>
      {isActive && <div className="flex flex-wrap gap-2">{actions}</div>}
    </li>
  )
}

const validityOf = ({ redeemedAt, expiresAt, suspendedUntil }: OwnReward): string => {
  if (redeemedAt !== null) return rewardTexts.usedOn(longDate(redeemedAt))
  return suspendedUntil === null
    ? rewardTexts.until(longDate(expiresAt))
    : rewardTexts.suspendedUntil(longDate(suspendedUntil))
}

/** Redeems the client’s own code, at the till. */
function RedeemDialog({ code, percent }: { readonly code: string; readonly percent: number }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const redeeming = useApiMutation('redeemReward', {
    invalidates: ['rewards'],
    onSuccess: (response) => {
      showToast(redeemedToast(response))
      close()
    },
    onError: (error) => showToast(redeemFailedToast(error)),
  })
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {rewardTexts.redeem}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={rewardTexts.redeemTitle}
        description={rewardTexts.redeemText(code, percent)}
      >
        <DialogActions onCancel={close}>
          <Button pending={redeeming.isPending} onClick={() => redeeming.mutate({ params: { code } })}>
            {rewardTexts.redeem}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

const normaliseCode = (code: string) => code.replaceAll(/\s/g, '').toUpperCase()

/** Redeems a code presented by a client; the business must type it, because its list hides codes. @rule Q-65 */
function RedeemPresentedCode() {
  const { form, pending, submit } = useFormMutation('redeemReward', {
    initialValues: { code: '', billEuro: '' },
    schema: presentedReward,
    toBody: ({ code, billEuro }) => ({ code: normaliseCode(code), billEuro: numberOrNull(billEuro) }),
    toInput: ({ code, ...body }) => ({ params: { code }, body }),
    invalidates: ['rewards'],
    successToast: redeemedToast,
    resetOnSuccess: true,
    failureText: rewardTexts.redeemFailed,
    failureToast: (_, error) => redeemFailedToast(error),
  })
  return (
    <Card title={rewardTexts.presented}>
      <Form label={rewardTexts.presented} onSubmit={submit} errorCount={form.errorCount}>
        <TextInput
          label={rewardTexts.presentedCode}
          hint={rewardTexts.presentedHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...bindField(form, 'code')}
          error={form.errorOf('code') ?? form.formError}
        />
        <TextInput
          label={rewardTexts.presentedBill}
          hint={rewardTexts.presentedBillHint}
          inputMode="decimal"
          autoComplete="off"
          {...bindField(form, 'billEuro')}
        />
        <div>
          <Button type="submit" pending={pending}>
            {rewardTexts.redeem}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

const noCodes = (
  <EmptyState text={rewardTexts.empty} action={<LinkButton to="/my-reviews">{shellTexts.myReviews}</LinkButton>} />
)

function OwnCodes() {
  const rewards = useQuery(ownRewardsQuery)
  return (
    <section aria-label={rewardTexts.mine} className="grid gap-4">
      <QueryView query={rewards} errorTitle={rewardTexts.loadFailed} empty={noCodes}>
        {(list) => (
          <>
            <OwnRewardCounters />
            <ul className="grid gap-4">
              {list.map((reward) => (
                <RewardCard
                  key={reward.code}
                  reward={reward}
                  actions={
                    <>
                      <CopyButton value={reward.code} label={rewardTexts.copy} />
                      {reward.actions.redeem.allowed ? (
                        <RedeemDialog code={reward.code} percent={reward.discountPercent} />
                      ) : (
                        <p className="self-center text-sm text-muted">{reward.actions.redeem.message}</p>
                      )}
                    </>
                  }
                />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </section>
  )
}

/** Its explanation and, while it is suspended, the reason. @rule Q-132 */
function RewardDetails({ reward: { code, status, actions } }: { readonly reward: OwnReward }) {
  return (
    <div className="grid justify-items-start gap-2">
      {status === 'suspended' && !actions.redeem.allowed && <p className="text-sm">{actions.redeem.message}</p>}
      <RewardExplanationDialog code={code} />
    </div>
  )
}

function VenueLink({ reward: { businessId, businessName, businessIsPremium } }: { readonly reward: OwnReward }) {
  if (businessId === null || businessName === null) return rewardTexts.anywhere
  return (
    <>
      <TextLink to={`/business/${businessId}`}>{rewardTexts.at(businessName)}</TextLink>{' '}
      <PremiumBadge shown={businessIsPremium} />
    </>
  )
}

/**
 * Codes of the business that were redeemed. Reloaded on every visit, because a redemption by the client is not announced
 * to the business.
 * @rule Q-60
 */
function IssuedCodes() {
  const rewards = useQuery({ ...issuedRewardsQuery, refetchOnMount: 'always' })
  return (
    <section aria-label={rewardTexts.redeemedHere} className="grid gap-4">
      <RedeemPresentedCode />
      <IssuedRewardCounters />
      <h2 className="text-lg font-semibold">{rewardTexts.redeemedHere}</h2>
      <QueryView
        query={rewards}
        errorTitle={rewardTexts.loadFailed}
        empty={<EmptyState text={rewardTexts.emptyRedeemed} />}
      >
        {(list) => (
          <ul className="grid gap-4">
            {list.map((reward) => (
              <RedeemedCode key={reward.code} reward={reward} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}

function RedeemedCode({ reward }: { readonly reward: IssuedReward }) {
  const { code, discountPercent, rule, redeemedAt, clientName, clientIsPremium } = reward
  return (
    <li className={rewardCard}>
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-lg font-semibold">{rewardTexts.percent(discountPercent)}</span>
          <Badge tone="warm">{rewardTexts.ruleNames[rule]}</Badge>
        </p>
        <p className="mt-1.5 font-mono tracking-wide break-all">{code}</p>
        <p className="mt-1.5 text-sm break-words text-muted">
          {clientName ?? rewardTexts.deletedOwner} <PremiumBadge shown={clientIsPremium} /> ·{' '}
          {rewardTexts.usedOn(longDate(redeemedAt))}
        </p>
      </div>
    </li>
  )
}

/** @rule R-78 @rule Q-65 a client sees its own codes, a business those issued for its reviews */
export function RewardsPage() {
  const isClient = useUser().role === 'CLIENTE'
  return (
    <PageLayout
      title={rewardTexts.title}
      intro={isClient ? rewardTexts.intro : rewardTexts.introBusiness}
      {...(isClient ? { action: <StandingExplanationDialog /> } : {})}
    >
      {isClient ? <OwnCodes /> : <IssuedCodes />}
      <RewardRulesCard />
    </PageLayout>
  )
}
