import { useQuery } from '@tanstack/react-query'
import { appealSanctionBody, type OwnSanction } from '../../../contract/sanctions/sanctions.ts'
import { Button, LinkButton } from '../../components/buttons.tsx'
import { Badge, type BadgeTone, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { longDate } from '../../shared/format.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { useSignOut, useUser } from '../../shared/session.ts'
import { SanctionStatus } from './SanctionStatus.tsx'
import { ownSanctionsQuery } from './queries.ts'
import { decisionTexts } from '../moderation/decisions.texts.ts'
import { accountDeletionTexts } from '../privacy/texts.ts'
import { sanctionTexts } from './texts.ts'
import { shellTexts } from '../../texts.ts'

/** The account's sanctions. @rule Q-55 the landing page of suspended accounts */
export function OwnSanctionsPage() {
  const { suspended } = useUser()
  const signOut = useSignOut()
  const sanctions = useQuery(ownSanctionsQuery)
  const until = suspended?.until ?? null
  const intro = suspended ? sanctionTexts.introSuspended(until === null ? null : longDate(until)) : sanctionTexts.intro
  return (
    <PageLayout title={sanctionTexts.title} intro={intro} narrow>
      <QueryView query={sanctions} empty={<EmptyState text={sanctionTexts.empty} />}>
        {(list) => (
          <>
            {list.map((sanction) => (
              <OwnSanctionCard key={sanction.id} sanction={sanction} />
            ))}
          </>
        )}
      </QueryView>
      <p className="text-sm">
        <TextLink to="/decisions">{decisionTexts.title}</TextLink>
      </p>
      {suspended !== undefined && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => void signOut()}>
            {shellTexts.logout}
          </Button>
          <LinkButton to="/account-deletion" variant="secondary">
            {accountDeletionTexts.dangerZone.link}
          </LinkButton>
        </div>
      )}
    </PageLayout>
  )
}

const appealTones: Readonly<Record<OwnSanction['appealStatus'], BadgeTone>> = {
  NONE: 'plain',
  PENDING: 'gold',
  UNDER_REVIEW: 'gold',
  APPROVED: 'good',
  REJECTED: 'bad',
}

/** A sanction with its reasons and the account's appeal. */
function OwnSanctionCard({ sanction }: { readonly sanction: OwnSanction }) {
  return (
    <Card title={sanctionTexts.severities[sanction.severity]}>
      <div className="grid gap-4">
        <SanctionStatus sanction={sanction} />
        <StatementOfReasons sanction={sanction} />
        <SanctionAppeal sanction={sanction} />
        <p className="text-sm text-muted">{sanctionTexts.redress}</p>
      </div>
    </Card>
  )
}

function SanctionAppeal({ sanction }: { readonly sanction: OwnSanction }) {
  const { id, appealStatus, appealReason, appealDecisionReason, appealableUntil, appealObstacle } = sanction
  if (appealStatus !== 'NONE')
    return (
      <figure className="grid gap-2 rounded-control bg-sunken p-3">
        <figcaption className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {sanctionTexts.appeal}
          <Badge tone={appealTones[appealStatus]}>{sanctionTexts.appealStatus[appealStatus]}</Badge>
        </figcaption>
        <blockquote className="break-words whitespace-pre-line">{appealReason}</blockquote>
        {appealDecisionReason !== null && (
          <div>
            <p className="text-sm text-muted">{sanctionTexts.appealAnswer}</p>
            <p className="break-words whitespace-pre-line">{appealDecisionReason}</p>
          </div>
        )}
      </figure>
    )
  if (appealObstacle === 'too-late') return <p className="text-sm text-muted">{sanctionTexts.appealOver}</p>
  if (appealObstacle !== null) return null
  return <SanctionAppealForm sanctionId={id} until={appealableUntil} />
}

/** Facts, rule and automation (DSA, article 17). */
function StatementOfReasons({ sanction }: { readonly sanction: OwnSanction }) {
  const { facts, reason, rulesVersion, automation, liftedReason } = sanction
  return (
    <dl className="grid gap-3">
      <div>
        <dt className="text-sm text-muted">{sanctionTexts.facts}</dt>
        <dd className="break-words whitespace-pre-line">{facts}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{sanctionTexts.ground}</dt>
        <dd>
          {sanctionTexts.reasons[reason]} ·{' '}
          <TextLink to="/community-guidelines">{sanctionTexts.rulesVersion(rulesVersion)}</TextLink>
        </dd>
      </div>
      <div>
        <dt className="sr-only">{sanctionTexts.decidedBy}</dt>
        <dd className="text-sm text-muted">
          {automation === 'decision' ? sanctionTexts.automated : sanctionTexts.byModerator}
        </dd>
      </div>
      {liftedReason !== null && (
        <div>
          <dt className="text-sm text-muted">{sanctionTexts.liftedBecause}</dt>
          <dd className="break-words whitespace-pre-line">{liftedReason}</dd>
        </div>
      )}
    </dl>
  )
}

interface SanctionAppealFormProps {
  readonly sanctionId: string
  /** Null without a deadline. */
  readonly until: string | null
}

/** @rule V-59 text of the appeal, which can be lodged once */
function SanctionAppealForm({ sanctionId, until }: SanctionAppealFormProps) {
  const { form, pending, submit } = useFormMutation('appealSanction', {
    initialValues: { appealReason: '' },
    schema: appealSanctionBody,
    toInput: (body) => ({ params: { id: sanctionId }, body }),
    invalidates: ['sanctions'],
    successToast: { title: sanctionTexts.appealSent },
    failureText: sanctionTexts.appealFailed,
  })
  return (
    <Form label={sanctionTexts.appealTitle} onSubmit={submit} errorCount={form.errorCount}>
      {until !== null && <p className="text-sm text-muted">{sanctionTexts.appealUntil(longDate(until))}</p>}
      <TextArea
        label={sanctionTexts.appealLabel}
        {...limitsOf(appealSanctionBody, 'appealReason')}
        {...bindField(form, 'appealReason')}
      />
      <FormAlert text={form.formError} />
      <div>
        <Button type="submit" pending={pending}>
          {sanctionTexts.appealSend}
        </Button>
      </div>
    </Form>
  )
}
