import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { referralLink, type Referral } from '../../../contract/affiliate.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Form } from '../../components/Form.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Select } from '../../components/Select.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { longDate, money } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { referrals } from './affiliate.queries.ts'

const words = texts.affiliate.referrals

/** */
export function Referrals({ onCreate }: { readonly onCreate: () => void }) {
  const own = useQuery(referrals)
  const nothing = <EmptyState text={words.empty} action={<Button onClick={onCreate}>{words.toPrograms}</Button>} />
  return (
    <Loaded query={own} failed={words.loadFailed} empty={nothing}>
      {(list) => (
        <div className="grid gap-6">
          <Card title={words.linkTitle}>
            <LinkForm codes={list.map(({ referralCode }) => referralCode)} />
          </Card>
          <Card title={words.listTitle}>
            <ul className="grid gap-4">
              {list.map((referral) => (
                <Entry key={referral.id} referral={referral} />
              ))}
            </ul>
            <p className="mt-4 text-sm text-muted">{words.rule}</p>
          </Card>
        </div>
      )}
    </Loaded>
  )
}

function LinkForm({ codes }: { readonly codes: readonly string[] }) {
  const [code, setCode] = useState(codes[0] ?? '')
  const link = referralLink(window.location.origin, code)
  return (
    <Form label={words.linkTitle} onSubmit={() => undefined} faults={0}>
      <Select
        label={words.code}
        choices={codes.map((value) => ({ value, label: value }))}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <TextInput label={words.link} readOnly value={link} onFocus={({ target }) => target.select()} />
      <div>
        <CopyButton value={link} label={words.copy} />
      </div>
    </Form>
  )
}

/** S-21: what we have no word for is a warning. */
const known: Readonly<Record<string, readonly [tone: BadgeTone, words: string]>> = {
  converted: ['good', words.statuses.converted],
  pending: ['gold', words.statuses.pending],
}

function Entry({ referral }: { readonly referral: Referral }) {
  const { referralCode, status, clicks, conversions, commissionEarned, createdAt } = referral
  const [tone, shown] = known[status] ?? (['bad', status] as const)
  const figures = [
    [words.clicks, clicks],
    [words.conversions, conversions],
    [words.earned, money(commissionEarned)],
  ] as const
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-mono font-semibold break-all">{referralCode}</h3>
        <Badge tone={tone}>{shown}</Badge>
        <span className="text-sm text-muted">{words.since(longDate(createdAt))}</span>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {figures.map(([label, value]) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
