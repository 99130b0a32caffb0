import { useQuery } from '@tanstack/react-query'
import { affiliateDefaults, createProgrammeBody, type Programme } from '../../../contract/promotion/affiliate.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, type BadgeTone, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextArea, TextInput } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField, blankToUndefined, numberOrNull } from '../../shared/form.ts'
import { upToTwoDecimals } from '../../shared/format.ts'
import { useRuleSettings } from '../../shared/rule-settings.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { programmesQuery } from './queries.ts'
import { affiliateTexts } from './texts.ts'

/** @rule R-107 affiliate programmes */
export function AffiliateProgrammes() {
  const own = useQuery(programmesQuery)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <Card title={affiliateTexts.programs.listTitle}>
        <QueryView
          query={own}
          errorTitle={affiliateTexts.programs.loadFailed}
          empty={<EmptyState text={affiliateTexts.programs.empty} />}
        >
          {(list) => (
            <ul className="grid gap-4">
              {list.map((programme) => (
                <ProgrammeRow key={programme.id} programme={programme} />
              ))}
            </ul>
          )}
        </QueryView>
        <p className="mt-4 text-sm text-muted">{affiliateTexts.programs.rule}</p>
      </Card>
      <Card title={affiliateTexts.programs.formTitle}>
        <NewProgrammeForm />
      </Card>
    </div>
  )
}

function ProgrammeRow({ programme }: { readonly programme: Programme }) {
  const { programName, description, commissionRate, cookieDuration, status, reasons } = programme
  const [tone, label] = badgeOf(programme)
  return (
    <li className="grid min-w-0 gap-1 border-b border-line pb-4 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="min-w-0 font-semibold break-words">{programName}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {description !== null && <p className="break-words text-muted">{description}</p>}
      <p className="text-sm">
        {affiliateTexts.programs.commission(upToTwoDecimals(commissionRate))} ·{' '}
        {affiliateTexts.programs.cookie(cookieDuration)}
      </p>
      {status === 'waiting' && <p className="text-sm text-muted">{affiliateTexts.programs.waitingText}</p>}
      {reasons !== null && <p className="text-sm break-words">{affiliateTexts.programs.reasons(reasons)}</p>}
    </li>
  )
}

/** @rule Q-133 a programme that waits or was refused is neither active nor replaced */
const badgeOf = ({ status, isActive }: Programme): readonly [tone: BadgeTone, label: string] => {
  if (status === 'waiting') return ['gold', affiliateTexts.programs.waiting]
  if (status === 'refused') return ['bad', affiliateTexts.programs.refused]
  return isActive ? ['good', affiliateTexts.programs.active] : ['plain', affiliateTexts.programs.replaced]
}

const { commissionRate, commissionType, cookieDuration } = affiliateDefaults
const emptyForm = { programName: '', commissionRate: String(commissionRate), description: '' }

/** @rule A-73 V-82 new programme */
function NewProgrammeForm() {
  const approvalAbove = useRuleSettings()?.commissionApprovalAbove
  const { form, pending, submit } = useFormMutation('createProgramme', {
    initialValues: emptyForm,
    schema: createProgrammeBody,
    toBody: ({ programName, commissionRate: rate, description }) => ({
      programName,
      commissionRate: numberOrNull(rate) ?? undefined,
      description: blankToUndefined(description),
      commissionType,
      cookieDuration,
    }),
    toInput: (body) => ({ body }),
    invalidates: ['affiliate'],
    successToast: ({ status }) => ({
      title: status === 'waiting' ? affiliateTexts.programs.createdWaiting : affiliateTexts.programs.created,
    }),
    resetOnSuccess: true,
    failureText: affiliateTexts.programs.failed,
  })
  return (
    <Form label={affiliateTexts.programs.formTitle} onSubmit={submit} errorCount={form.errorCount}>
      <TextInput
        label={affiliateTexts.programs.name}
        {...limitsOf(createProgrammeBody, 'programName')}
        {...bindField(form, 'programName')}
      />
      <TextInput
        label={affiliateTexts.programs.rate}
        hint={
          approvalAbove === undefined
            ? affiliateTexts.programs.rateHint
            : affiliateTexts.programs.rateHintWithApproval(approvalAbove)
        }
        inputMode="decimal"
        required
        {...bindField(form, 'commissionRate')}
      />
      <TextArea
        label={affiliateTexts.programs.description}
        {...limitsOf(createProgrammeBody, 'description')}
        rows={3}
        {...bindField(form, 'description')}
      />
      <FormAlert text={form.formError} />
      <Button type="submit" pending={pending} pendingText={affiliateTexts.programs.creating}>
        {affiliateTexts.programs.create}
      </Button>
    </Form>
  )
}
