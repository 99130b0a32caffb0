import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Referral, referralLink } from '../../../contract/promotion/affiliate.ts'
import { Button } from '../../components/buttons.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Badge, type BadgeTone, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { Select, TextInput } from '../../components/form-controls.tsx'
import { Form } from '../../components/form.tsx'
import { longDate, money } from '../../shared/format.ts'
import { referralsQuery } from './queries.ts'
import { affiliateTexts } from './texts.ts'

/** @rule R-108 referral links */
export function AffiliateReferrals({ onCreate }: { readonly onCreate: () => void }) {
  const own = useQuery(referralsQuery)
  const nothing = (
    <EmptyState
      text={affiliateTexts.referrals.empty}
      action={<Button onClick={onCreate}>{affiliateTexts.referrals.toPrograms}</Button>}
    />
  )
  return (
    <QueryView query={own} errorTitle={affiliateTexts.referrals.loadFailed} empty={nothing}>
      {(list) => (
        <div className="grid gap-6">
          <Card title={affiliateTexts.referrals.linkTitle}>
            <ReferralLinkForm codes={list.map(({ referralCode }) => referralCode)} />
          </Card>
          <Card title={affiliateTexts.referrals.listTitle}>
            <ul className="grid gap-4">
              {list.map((referral) => (
                <ReferralRow key={referral.id} referral={referral} />
              ))}
            </ul>
            <p className="mt-4 text-sm text-muted">{affiliateTexts.referrals.rule}</p>
          </Card>
        </div>
      )}
    </QueryView>
  )
}

function ReferralLinkForm({ codes }: { readonly codes: readonly string[] }) {
  const [code, setCode] = useState(codes[0] ?? '')
  const link = referralLink(window.location.origin, code)
  return (
    <Form label={affiliateTexts.referrals.linkTitle} onSubmit={() => undefined} errorCount={0}>
      <Select
        label={affiliateTexts.referrals.code}
        options={codes.map((value) => ({ value, label: value }))}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <TextInput
        label={affiliateTexts.referrals.link}
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <div>
        <CopyButton value={link} label={affiliateTexts.referrals.copy} />
      </div>
    </Form>
  )
}

/** @rule S-21 unknown statuses are shown as warnings */
const statusBadges: Readonly<Record<string, readonly [tone: BadgeTone, words: string]>> = {
  converted: ['good', affiliateTexts.referrals.statuses.converted],
  pending: ['gold', affiliateTexts.referrals.statuses.pending],
}

function ReferralRow({ referral }: { readonly referral: Referral }) {
  const { referralCode, status, clicks, conversions, commissionEarned, createdAt } = referral
  const [tone, label] = statusBadges[status] ?? (['bad', status] as const)
  const metrics = [
    [affiliateTexts.referrals.clicks, clicks],
    [affiliateTexts.referrals.conversions, conversions],
    [affiliateTexts.referrals.earned, money(commissionEarned)],
  ] as const
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-mono font-semibold break-all">{referralCode}</h3>
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-muted">{affiliateTexts.referrals.since(longDate(createdAt))}</span>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {metrics.map(([label, value]) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
