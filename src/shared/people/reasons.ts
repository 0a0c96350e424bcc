/**
 * Why money goes back. A store has its own list: each entry is the code of a usual reason, which is said in every language, or
 * the store's own words, which are their own code. The record keeps the code; the service is told in the store's language.
 */
import type { Language } from '../base/languages'

/** In the order of the form and of its digits. What the cashier types beside *other* is the text that is sent. */
export const usualReasons = [
  'damaged',
  'wrong_item',
  'changed_mind',
  'charged_twice',
  'not_received',
  'other',
] as const
export type UsualReason = (typeof usualReasons)[number]

/** The digits 1 to 9 choose one. */
export const maxReasons = 9

export const reasonTexts: Readonly<Record<Language, Readonly<Record<UsualReason, string>>>> = {
  en: {
    damaged: 'Damaged item',
    wrong_item: 'Wrong item',
    changed_mind: 'Changed mind',
    charged_twice: 'Charged twice',
    not_received: 'Not received',
    other: 'Other',
  },
  'zh-Hant-HK': {
    damaged: '貨品損壞',
    wrong_item: '貨品不符',
    changed_mind: '顧客改變主意',
    charged_twice: '重複收費',
    not_received: '未收到貨品',
    other: '其他',
  },
  'zh-Hans': {
    damaged: '商品损坏',
    wrong_item: '商品不符',
    changed_mind: '顾客改变主意',
    charged_twice: '重复收款',
    not_received: '未收到商品',
    other: '其他',
  },
  ja: {
    damaged: '商品の破損',
    wrong_item: '商品違い',
    changed_mind: 'お客様都合',
    charged_twice: '二重請求',
    not_received: '商品未着',
    other: 'その他',
  },
}

/** What a cashier reads of a reason in that language; a store's own words are what they are. */
export function reasonName(code: string, language: Language): string {
  const usual = usualReasons.find((each) => each === code)
  return usual === undefined ? code : reasonTexts[language][usual]
}

/** What the cashier chose; `text` is what was typed beside *other*, and nothing else. */
export type ChosenReason = { readonly code: string; readonly text: string }

/** The reason as it is written down and sent, in the store's language; null where it is not on the store's list. */
export function reasonToSend(
  { code, text }: ChosenReason,
  list: readonly string[],
  language: Language,
): ChosenReason | null {
  if (!list.includes(code)) return null
  return { code, text: code === 'other' ? text : reasonName(code, language) }
}
