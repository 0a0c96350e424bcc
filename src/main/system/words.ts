import type { Language } from '../../shared/base/languages'

const english = {
  /** The title of the window while a refund is still being sent. */
  closing: 'Finishing a refund, then closing · Tillside',
  /** The screen after too many crashes. */
  stopped: {
    title: 'Tillside stopped',
    paragraphs: [
      'Its window crashed three times within five minutes.',
      'Refunds that were sent are in this till’s record. Don’t send one again.',
    ],
    next: 'To open the counter again, press F5. If it stops again, call IT support.',
  },
  /** The screen where the program behind the window could not be put together. */
  notStarted: {
    title: 'Tillside couldn’t start',
    reasons: {
      part_missing:
        'A part of the program is missing or can’t be loaded. A virus scanner or a rule of this PC may have taken it away.',
      disk_full: 'The disk of this PC is full.',
      no_access: 'This account may not write to Tillside’s own folder.',
      unknown: 'Something went wrong that Tillside doesn’t know.',
    },
    refunds:
      'Nothing can be looked up or refunded. Refunds that were sent are in this till’s record. Don’t send one again.',
    next: (reference: string) =>
      `Close Tillside and open it again. If this comes back, call IT support and name ${reference}, which is in the log.`,
  },
  lists: 'Lists of codes',
  allFiles: 'All files',
  /** Headings of the refunds as a table. */
  refunds: {
    time: 'Time',
    marker: 'Refund no.',
    state: 'State',
    amount: 'Amount',
    currency: 'Currency',
    paid: 'Paid',
    refundedBefore: 'Refunded before',
    transactionId: 'Transaction ID',
    id: 'Internal ID',
    reasonCode: 'Reason code',
    reason: 'Reason',
    typed: 'Typed',
    cashier: 'Cashier',
    allowedBy: 'Second person',
    allowedRules: 'For the rules',
    message: 'Message of the service',
    alarms: 'Alarms',
    decidedBy: 'Decided by',
    saw: 'What was seen',
    why: 'Why',
    store: 'Store',
    till: 'Till',
    service: 'Service',
    practice: 'Practice',
  },
  yes: 'yes',
}

type SystemWords = typeof english

const all: Readonly<Record<Language, SystemWords>> = {
  en: english,
  'zh-Hant-HK': {
    closing: '正在完成退款，之後關閉 · Tillside',
    stopped: {
      title: 'Tillside 已停止',
      paragraphs: ['視窗在五分鐘內當機三次。', '已送出的退款都在這部收銀機的紀錄中。請勿再次退款。'],
      next: '要再次開啟櫃台，請按 F5。如再次停止，請聯絡 IT 支援。',
    },
    notStarted: {
      title: 'Tillside 未能啟動',
      reasons: {
        part_missing: '程式缺少一部分或未能載入，可能被防毒軟件或這部電腦的規則移除。',
        disk_full: '這部電腦的硬碟已滿。',
        no_access: '這個帳戶不可寫入 Tillside 的資料夾。',
        unknown: '發生了 Tillside 不認識的問題。',
      },
      refunds: '現在不能查收據和退款。已送出的退款都在這部收銀機的紀錄中。請勿再次退款。',
      next: (reference) =>
        `請關閉 Tillside 再開啟。如再次出現，請聯絡 IT 支援，並提供日誌編號 ${reference}。`,
    },
    lists: '編號名單',
    allFiles: '所有檔案',
    refunds: {
      time: '時間',
      marker: '退款編號',
      state: '狀態',
      amount: '金額',
      currency: '貨幣',
      paid: '已付款',
      refundedBefore: '之前已退',
      transactionId: '交易編號',
      id: '內部編號',
      reasonCode: '原因代碼',
      reason: '原因',
      typed: '人手輸入',
      cashier: '收銀員',
      allowedBy: '第二人',
      allowedRules: '所涉規則',
      message: '服務訊息',
      alarms: '警示',
      decidedBy: '決定者',
      saw: '所見',
      why: '理由',
      store: '店舖',
      till: '收銀機',
      service: '服務',
      practice: '練習',
    },
    yes: '是',
  },
  'zh-Hans': {
    closing: '正在完成退款，之后关闭 · Tillside',
    stopped: {
      title: 'Tillside 已停止',
      paragraphs: ['窗口在五分钟内崩溃三次。', '已提交的退款都在这台收银机的记录中。请勿再次退款。'],
      next: '要重新打开柜台，请按 F5。如果再次停止，请联系 IT 支持。',
    },
    notStarted: {
      title: 'Tillside 无法启动',
      reasons: {
        part_missing: '程序缺少一部分或无法加载，可能被杀毒软件或本电脑的规则移除。',
        disk_full: '本电脑的硬盘已满。',
        no_access: '这个账户不能写入 Tillside 的文件夹。',
        unknown: '出现了 Tillside 不认识的问题。',
      },
      refunds: '现在不能查小票和退款。已提交的退款都在这台收银机的记录中。请勿再次退款。',
      next: (reference) =>
        `请关闭 Tillside 再打开。如果再次出现，请联系 IT 支持，并提供日志编号 ${reference}。`,
    },
    lists: '编号清单',
    allFiles: '所有文件',
    refunds: {
      time: '时间',
      marker: '退款编号',
      state: '状态',
      amount: '金额',
      currency: '货币',
      paid: '已付款',
      refundedBefore: '之前已退',
      transactionId: '交易编号',
      id: '内部编号',
      reasonCode: '原因代码',
      reason: '原因',
      typed: '手动输入',
      cashier: '收银员',
      allowedBy: '第二人',
      allowedRules: '所涉规则',
      message: '服务消息',
      alarms: '警示',
      decidedBy: '决定人',
      saw: '所见',
      why: '理由',
      store: '门店',
      till: '收银机',
      service: '服务',
      practice: '练习',
    },
    yes: '是',
  },
  ja: {
    closing: '返金を終えてから閉じます · Tillside',
    stopped: {
      title: 'Tillsideが停止しました',
      paragraphs: [
        '5分間にウィンドウが3回クラッシュしました。',
        '送信した返金はこのレジの記録にあります。もう一度返金しないでください。',
      ],
      next: 'カウンターを開き直すにはF5を押してください。また停止する場合はITサポートに連絡してください。',
    },
    notStarted: {
      title: 'Tillsideを起動できませんでした',
      reasons: {
        part_missing:
          'プログラムの一部がないか、読み込めません。ウイルス対策ソフトかこのPCの規則で削除された可能性があります。',
        disk_full: 'このPCのディスクがいっぱいです。',
        no_access: 'このアカウントではTillsideのフォルダーに書き込めません。',
        unknown: 'Tillsideの知らない問題が起きました。',
      },
      refunds:
        'レシートの照会も返金もできません。送信した返金はこのレジの記録にあります。もう一度返金しないでください。',
      next: (reference) =>
        `Tillsideを閉じて開き直してください。繰り返す場合はITサポートに連絡し、ログの番号${reference}を伝えてください。`,
    },
    lists: 'コードのリスト',
    allFiles: 'すべてのファイル',
    refunds: {
      time: '日時',
      marker: '返金番号',
      state: '状態',
      amount: '金額',
      currency: '通貨',
      paid: '支払額',
      refundedBefore: '以前の返金額',
      transactionId: '取引番号',
      id: '内部番号',
      reasonCode: '理由コード',
      reason: '理由',
      typed: '手入力',
      cashier: '担当者',
      allowedBy: '承認者',
      allowedRules: '対象の規則',
      message: 'サービスのメッセージ',
      alarms: '警告',
      decidedBy: '判断した人',
      saw: '確認した内容',
      why: '判断の理由',
      store: '店舗',
      till: 'レジ',
      service: 'サービス',
      practice: '練習',
    },
    yes: 'はい',
  },
}

/** What this system's own dialogs and the window's frame say, in the window's language: they are drawn outside its page. */
export let systemWords: SystemWords = english

/** Says from now on all of it in that language. */
export function setSystemLanguage(language: Language): void {
  systemWords = all[language]
}
