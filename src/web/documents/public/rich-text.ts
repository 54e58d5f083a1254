import { createElement, Fragment, type ReactNode } from 'react'
import type { CustomerText, NameIn } from '#shared/customer-texts.ts'
import { splitAtPlaceholders } from '#shared/placeholders.ts'
import { find } from './language.ts'

// Apart from the other texts, as the first view of an invoice has none of these.

/** A text of customers in which values are elements. */
export const rich = <Text extends CustomerText>(text: Text, values: Readonly<Record<NameIn<Text>, ReactNode>>): ReactNode =>
  createElement(Fragment, null, ...splitAtPlaceholders<ReactNode>(find(text), (name) => values[name as NameIn<Text>]))
