import { useQuery } from '@tanstack/react-query'
import { DefinitionList } from '../../components/definition-list.tsx'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { endpoints } from '../../../contract/endpoints.ts'
import type { DeletionPreview } from '../../../contract/privacy/privacy.ts'
import { Button, LinkButton } from '../../components/buttons.tsx'
import { ErrorState, QueryView } from '../../components/feedback.tsx'
import { Checkbox, PasswordInput, TextArea, TextInput } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { classNames } from '../../components/styles.ts'
import { bindField } from '../../shared/form.ts'
import { longDate } from '../../shared/format.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { useDelayedRedirect } from '../../shared/use-delayed-redirect.ts'
import { DataExport } from './DangerZone.tsx'
import {
  type AccountDeletion,
  type DeletionConsent,
  deletionEligibilityQuery,
  deletionPreviewQuery,
  type DeletionStep,
  useAccountDeletion,
} from './account-deletion.ts'
import { accountDeletionTexts } from './texts.ts'

interface StepCardProps {
  readonly title: string
  /** The first step leaves the focus on the page heading. */
  readonly first?: boolean
  readonly children: ReactNode
}

/** Focuses its title when it appears, for screen readers. */
function StepCard({ title, first = false, children }: StepCardProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!first) heading.current?.focus()
  }, [first])
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 gap-5 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <h2 ref={heading} id={id} tabIndex={-1} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

const stepPositions: Readonly<Record<DeletionStep, number>> = {
  overview: 0,
  preview: 1,
  confirm: 2,
  processing: 2,
  completed: 3,
}

/** Specified text T-218. */
function StepIndicator({ step }: { readonly step: DeletionStep }) {
  return (
    <ol aria-label={accountDeletionTexts.progress} className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {accountDeletionTexts.steps.map((name, index) => (
        <li
          key={name}
          aria-current={index === stepPositions[step] ? 'step' : undefined}
          className={classNames(index === stepPositions[step] ? 'font-semibold text-brand' : 'text-muted')}
        >
          {index + 1}. {name}
        </li>
      ))}
    </ol>
  )
}

/** First step: what the deletion removes. @rule R-95 */
function OverviewStep({ onNext }: { readonly onNext: () => void }) {
  return (
    <StepCard title={accountDeletionTexts.steps[0]} first>
      <p>{accountDeletionTexts.overview.text}</p>
      <ul className="grid list-disc gap-2 pl-5">
        {accountDeletionTexts.overview.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-3">
        <LinkButton to="/profile" variant="secondary">
          {accountDeletionTexts.overview.stay}
        </LinkButton>
        <Button onClick={onNext}>{accountDeletionTexts.overview.next}</Button>
      </div>
    </StepCard>
  )
}

interface PreviewStepProps {
  readonly onBack: () => void
  readonly onNext: () => void
}

/** Second step: preview of the data; continues only after it has loaded. @rule R-96 */
function PreviewStep({ onBack, onNext }: PreviewStepProps) {
  const preview = useQuery(deletionPreviewQuery)
  return (
    <StepCard title={accountDeletionTexts.steps[1]}>
      <QueryView query={preview} errorTitle={accountDeletionTexts.preview.failed}>
        {(data) => <PreviewDetails preview={data} />}
      </QueryView>
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="secondary" onClick={onBack}>
          {accountDeletionTexts.preview.back}
        </Button>
        <Button disabled={preview.data === undefined} onClick={onNext}>
          {accountDeletionTexts.preview.next}
        </Button>
      </div>
    </StepCard>
  )
}

function PreviewDetails({
  preview: { accountInfo, dataToBeDeleted, dataToBeAnonymized },
}: {
  readonly preview: DeletionPreview
}) {
  const { businessName, email, createdAt } = accountInfo
  const { bookings, avaBalance, walletConnections } = dataToBeDeleted
  const { reviews, businessReviews } = dataToBeAnonymized
  return (
    <>
      <PreviewSection title={accountDeletionTexts.preview.account}>
        <DefinitionList
          facts={[
            [accountDeletionTexts.preview.name, businessName],
            [accountDeletionTexts.preview.email, email],
            [accountDeletionTexts.preview.since, longDate(createdAt)],
          ]}
        />
      </PreviewSection>
      <PreviewSection title={accountDeletionTexts.preview.deleted}>
        <PreviewList
          items={[
            accountDeletionTexts.preview.bookings(bookings),
            accountDeletionTexts.preview.ava(avaBalance),
            accountDeletionTexts.preview.addresses(walletConnections),
          ]}
        />
      </PreviewSection>
      <PreviewSection title={accountDeletionTexts.preview.anonymised}>
        <PreviewList
          items={[
            accountDeletionTexts.preview.written(reviews),
            accountDeletionTexts.preview.received(businessReviews),
          ]}
        />
      </PreviewSection>
      <DataExport />
    </>
  )
}

function PreviewSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  )
}

function PreviewList({ items }: { readonly items: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

const { body: deleteAccountBody } = endpoints.deleteAccount
const consentFields = Object.entries(accountDeletionTexts.confirm.consentLabels) as [DeletionConsent, string][]

/** Third step: confirmation. @rule R-97 @rule V-80 all three consents are required */
function ConfirmStep({ deletion }: { readonly deletion: AccountDeletion }) {
  const { form, setStep, submit } = deletion
  return (
    <StepCard title={accountDeletionTexts.steps[2]}>
      <Form label={accountDeletionTexts.steps[2]} onSubmit={submit} errorCount={form.errorCount}>
        <TextArea
          label={accountDeletionTexts.confirm.reason}
          hint={accountDeletionTexts.confirm.reasonHint}
          {...limitsOf(deleteAccountBody, 'reason')}
          {...bindField(form, 'reason')}
        />
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-sm font-medium">{accountDeletionTexts.confirm.consents}</legend>
          {consentFields.map(([name, label]) => (
            <Checkbox
              key={name}
              label={label}
              required
              checked={deletion.consents[name]}
              onChange={({ target }) => deletion.consent(name, target.checked)}
            />
          ))}
        </fieldset>
        <TextInput
          label={accountDeletionTexts.confirm.phrase}
          hint={accountDeletionTexts.confirm.phraseHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...limitsOf(deleteAccountBody, 'confirmationText')}
          {...bindField(form, 'confirmationText')}
        />
        <PasswordInput
          label={accountDeletionTexts.confirm.password}
          hint={accountDeletionTexts.confirm.passwordHint}
          autoComplete="current-password"
          {...limitsOf(deleteAccountBody, 'password')}
          {...bindField(form, 'password')}
        />
        <FormAlert text={form.formError} />
        <div className="flex flex-wrap justify-between gap-3">
          <Button variant="secondary" onClick={() => setStep('preview')}>
            {accountDeletionTexts.confirm.back}
          </Button>
          <Button type="submit" variant="danger">
            {accountDeletionTexts.confirm.submit}
          </Button>
        </div>
      </Form>
    </StepCard>
  )
}

/** @rule C-17 5 seconds */
const redirectDelayMs = 5_000

/** Fourth step: deletion in progress. @rule R-98 */
function ProcessingStep() {
  return (
    <StepCard title={accountDeletionTexts.processing}>
      <progress aria-label={accountDeletionTexts.processing} className="progress w-full" />
    </StepCard>
  )
}

/** Last step: the account is deleted. @rule R-99 */
function CompletedStep() {
  useDelayedRedirect('/', redirectDelayMs)
  return (
    <StepCard title={accountDeletionTexts.steps[3]}>
      <output className="grid gap-2">
        <span className="font-medium">{accountDeletionTexts.completed.text}</span>
        <span>{accountDeletionTexts.completed.more}</span>
      </output>
      <div>
        <LinkButton to="/" variant="secondary">
          {accountDeletionTexts.completed.home}
        </LinkButton>
      </div>
    </StepCard>
  )
}

/** Account deletion in five steps. @rule R-95..R-100 */
export function AccountDeletionPage() {
  const eligibility = useQuery(deletionEligibilityQuery)
  return (
    <PageLayout title={accountDeletionTexts.title} intro={accountDeletionTexts.intro} narrow>
      <QueryView query={eligibility}>
        {({ canDelete, reason }) => (canDelete ? <DeletionWizard /> : <DeletionBlocked reason={reason} />)}
      </QueryView>
    </PageLayout>
  )
}

function DeletionWizard() {
  const deletion = useAccountDeletion()
  const { step, setStep } = deletion
  return (
    <>
      <StepIndicator step={step} />
      {step === 'overview' && <OverviewStep onNext={() => setStep('preview')} />}
      {step === 'preview' && <PreviewStep onBack={() => setStep('overview')} onNext={() => setStep('confirm')} />}
      {step === 'confirm' && <ConfirmStep deletion={deletion} />}
      {step === 'processing' && <ProcessingStep />}
      {step === 'completed' && <CompletedStep />}
    </>
  )
}

/** Shown instead of the steps while an obstacle exists. @rule R-100 */
function DeletionBlocked({ reason }: { readonly reason: string | null }) {
  return (
    <ErrorState
      title={accountDeletionTexts.blocked.title}
      text={reason ?? accountDeletionTexts.blocked.reason}
      action={<LinkButton to="/profile">{accountDeletionTexts.blocked.back}</LinkButton>}
    />
  )
}
