import { useQuery } from '@tanstack/react-query'
import type { RuleSettings } from '../../contract/rule-settings.ts'
import { apiQuery } from './queries.ts'

const ruleSettingsQuery = apiQuery('rule-settings', 'ruleSettings', {})

/** Configured parameters of the rules; undefined until loaded, while texts leave them out. */
export const useRuleSettings = (): RuleSettings | undefined => useQuery(ruleSettingsQuery).data
