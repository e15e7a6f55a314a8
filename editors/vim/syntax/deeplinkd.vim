" Vim syntax file of deeplinkd's route tables and files of test cases.
" It is made by `deeplinkctl grammar vim`: change the manual, and make it again.

if exists("b:current_syntax")
  finish
endif

syn case match
syn cluster deeplinkdWords contains=deeplinkdComment,deeplinkdString,deeplinkdPath,deeplinkdPlaceholder,deeplinkdType,deeplinkdSet,deeplinkdOutcome,deeplinkdNumber,deeplinkdOperator
syn match deeplinkdComment /\%(^\|\s\)\@1<=#.*/ contains=deeplinkdAllow
syn match deeplinkdAllow /#\s*\zsallow\s\+RT\d\+\%([ \t,]\+RT\d\+\)*\ze\s*:/ contained
syn match deeplinkdBrace /\%(^\|\s\)\@1<=[{};]\S\@!/

syn region deeplinkdLineScheme matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(environment\|parameter\|audience\|fragment\|products\|channel\|feature\|package\|product\|rewrite\|schemes\|action\|header\|issuer\|result\|scheme\|values\|limit\|case\|host\|icon\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdName,@deeplinkdWords
syn region deeplinkdLinePermission matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(permission\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdName,deeplinkdWordPermission,@deeplinkdWords
syn match deeplinkdWordPermission /\%(^\|\s\)\@1<=\%(policy\|from\)\S\@!/ contained
hi def link deeplinkdWordPermission Keyword
syn region deeplinkdLineDeny matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(deny\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordDeny,@deeplinkdWords
syn match deeplinkdWordDeny /\%(^\|\s\)\@1<=\%(in\)\S\@!/ contained
hi def link deeplinkdWordDeny Keyword
syn region deeplinkdLineOperator matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(delegate\|operator\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordOperator,@deeplinkdWords
syn match deeplinkdWordOperator /\%(^\|\s\)\@1<=\%(group\)\S\@!/ contained
hi def link deeplinkdWordOperator Keyword
syn region deeplinkdLineInclude matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(reload-cases\|concurrency\|description\|idempotent\|directory\|exclusive\|separator\|unmatched\|redirect\|timeline\|withheld\|durable\|include\|journal\|metrics\|private\|respond\|returns\|success\|timeout\|tracing\|varlink\|detach\|except\|expect\|matrix\|memory\|ranked\|remedy\|shadow\|strict\|audit\|price\|spend\|table\|tasks\|title\|trial\|under\|usage\|form\|from\|http\|json\|near\|only\|over\|sign\|skip\|todo\|buy\|cpu\|key\|url\|in\|to\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=@deeplinkdWords
syn region deeplinkdLineGrants matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(grants\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordGrants,@deeplinkdWords
syn match deeplinkdWordGrants /\%(^\|\s\)\@1<=\%(permission\|product\|group\|by\)\S\@!/ contained
hi def link deeplinkdWordGrants Keyword
syn region deeplinkdLineProfile matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(profile\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordProfile,@deeplinkdWords
syn match deeplinkdWordProfile /\%(^\|\s\)\@1<=\%(development\|production\)\S\@!/ contained
hi def link deeplinkdWordProfile Keyword
syn region deeplinkdLineIntake matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(intake\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordIntake,@deeplinkdWords
syn match deeplinkdWordIntake /\%(^\|\s\)\@1<=\%(without-ledger\|undetermined\|off\|on\)\S\@!/ contained
hi def link deeplinkdWordIntake Keyword
syn region deeplinkdLineInstances matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(instances\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordInstances,@deeplinkdWords
syn match deeplinkdWordInstances /\%(^\|\s\)\@1<=\%(system\|user\)\S\@!/ contained
hi def link deeplinkdWordInstances Keyword
syn region deeplinkdLineStrictPackages matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(strict-packages\|user-instances\|redeliver\|visible\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordStrictPackages,@deeplinkdWords
syn match deeplinkdWordStrictPackages /\%(^\|\s\)\@1<=\%(yes\|no\)\S\@!/ contained
hi def link deeplinkdWordStrictPackages Keyword
syn region deeplinkdLineOpen matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(open\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordOpen,@deeplinkdWords
syn match deeplinkdWordOpen /\%(^\|\s\)\@1<=\%(package\|group\|to\)\S\@!/ contained
hi def link deeplinkdWordOpen Keyword
syn region deeplinkdLineTrailingSlash matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(trailing-slash\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordTrailingSlash,@deeplinkdWords
syn match deeplinkdWordTrailingSlash /\%(^\|\s\)\@1<=\%(either\)\S\@!/ contained
hi def link deeplinkdWordTrailingSlash Keyword
syn region deeplinkdLineRequire matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(require\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordRequire,@deeplinkdWords
syn match deeplinkdWordRequire /\%(^\|\s\)\@1<=\%(confirmation\|synchronised\|development\|unsupported\|permission\|production\|platform\|purchase\|profile\|program\|runtime\|varlink\|caller\|shared\|socket\|toggle\|clock\|grace\|group\|arch\|file\|from\|only\|unit\|user\|all\|any\|gid\|off\|uid\|on\)\S\@!/ contained
hi def link deeplinkdWordRequire Keyword
syn region deeplinkdLineInstead matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(instead\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordInstead,@deeplinkdWords
syn match deeplinkdWordInstead /\%(^\|\s\)\@1<=\%(when\)\S\@!/ contained
hi def link deeplinkdWordInstead Keyword
syn region deeplinkdLineObserve matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(observe\|guard\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordObserve,@deeplinkdWords
syn match deeplinkdWordObserve /\%(^\|\s\)\@1<=\%(of\)\S\@!/ contained
hi def link deeplinkdWordObserve Keyword
syn region deeplinkdLineReplace matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(replace\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordReplace,@deeplinkdWords
syn match deeplinkdWordReplace /\%(^\|\s\)\@1<=\%(with\)\S\@!/ contained
hi def link deeplinkdWordReplace Keyword
syn region deeplinkdLineRoute matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(route\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdName,deeplinkdWordRoute,@deeplinkdWords
syn match deeplinkdWordRoute /\%(^\|\s\)\@1<=\%(do\)\S\@!/ contained
hi def link deeplinkdWordRoute Keyword
syn region deeplinkdLineInput matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(input\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdName,deeplinkdWordInput,@deeplinkdWords
syn match deeplinkdWordInput /\%(^\|\s\)\@1<=\%(secret\)\S\@!/ contained
hi def link deeplinkdWordInput Keyword
syn region deeplinkdLineExec matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(exec\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordExec,@deeplinkdWords
syn match deeplinkdWordExec /\%(^\|\s\)\@1<=\%(trusted\)\S\@!/ contained
hi def link deeplinkdWordExec Keyword
syn region deeplinkdLineDbus matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(dbus\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordDbus,@deeplinkdWords
syn match deeplinkdWordDbus /\%(^\|\s\)\@1<=\%(activate\|action\|system\|open\)\S\@!/ contained
hi def link deeplinkdWordDbus Keyword
syn region deeplinkdLineUnit matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(unit\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdName,deeplinkdWordUnit,@deeplinkdWords
syn match deeplinkdWordUnit /\%(^\|\s\)\@1<=\%(restart\|reload\|start\)\S\@!/ contained
hi def link deeplinkdWordUnit Keyword
syn region deeplinkdLineLaunch matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(launch\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordLaunch,@deeplinkdWords
syn match deeplinkdWordLaunch /\%(^\|\s\)\@1<=\%(former\)\S\@!/ contained
hi def link deeplinkdWordLaunch Keyword
syn region deeplinkdLineOutput matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(output\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordOutput,@deeplinkdWords
syn match deeplinkdWordOutput /\%(^\|\s\)\@1<=\%(fail\|or\)\S\@!/ contained
hi def link deeplinkdWordOutput Keyword
syn region deeplinkdLineEffect matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(effect\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordEffect,@deeplinkdWords
syn match deeplinkdWordEffect /\%(^\|\s\)\@1<=\%(none\)\S\@!/ contained
hi def link deeplinkdWordEffect Keyword
syn region deeplinkdLineQueue matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(queue\|hold\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordQueue,@deeplinkdWords
syn match deeplinkdWordQueue /\%(^\|\s\)\@1<=\%(for\)\S\@!/ contained
hi def link deeplinkdWordQueue Keyword
syn region deeplinkdLineCache matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(cache\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordCache,@deeplinkdWords
syn match deeplinkdWordCache /\%(^\|\s\)\@1<=\%(stale\|size\|for\)\S\@!/ contained
hi def link deeplinkdWordCache Keyword
syn region deeplinkdLineStdin matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(stdin\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordStdin,@deeplinkdWords
syn match deeplinkdWordStdin /\%(^\|\s\)\@1<=\%(json\)\S\@!/ contained
hi def link deeplinkdWordStdin Keyword
syn region deeplinkdLineExit matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(exit\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordExit,@deeplinkdWords
syn match deeplinkdWordExit /\%(^\|\s\)\@1<=\%(refused\)\S\@!/ contained
hi def link deeplinkdWordExit Keyword
syn region deeplinkdLineScope matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(scope\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordScope,@deeplinkdWords
syn match deeplinkdWordScope /\%(^\|\s\)\@1<=\%(yes\)\S\@!/ contained
hi def link deeplinkdWordScope Keyword
syn region deeplinkdLineRetry matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(acknowledge\|retry\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordRetry,@deeplinkdWords
syn match deeplinkdWordRetry /\%(^\|\s\)\@1<=\%(within\)\S\@!/ contained
hi def link deeplinkdWordRetry Keyword
syn region deeplinkdLineChoose matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(choose\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordChoose,@deeplinkdWords
syn match deeplinkdWordChoose /\%(^\|\s\)\@1<=\%(caller\|host\|path\)\S\@!/ contained
hi def link deeplinkdWordChoose Keyword
syn region deeplinkdLineQuery matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(query\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdName,deeplinkdWordQuery,@deeplinkdWords
syn match deeplinkdWordQuery /\%(^\|\s\)\@1<=\%(exact\|from\)\S\@!/ contained
hi def link deeplinkdWordQuery Keyword
syn region deeplinkdLineWith matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(with\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordWith,@deeplinkdWords
syn match deeplinkdWordWith /\%(^\|\s\)\@1<=\%(confirmation\|development\|permission\|production\|untrusted\|platform\|purchase\|unusable\|missing\|present\|profile\|program\|runtime\|unknown\|absent\|caller\|socket\|toggle\|given\|group\|none\|unit\|user\|gid\|off\|uid\|on\)\S\@!/ contained
hi def link deeplinkdWordWith Keyword
syn region deeplinkdLineKind matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(kind\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordKind,@deeplinkdWords
syn match deeplinkdWordKind /\%(^\|\s\)\@1<=\%(subscription\|consumable\|latest\|sticky\|plain\|held\)\S\@!/ contained
hi def link deeplinkdWordKind Keyword
syn region deeplinkdLineOverflow matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(overflow\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordOverflow,@deeplinkdWords
syn match deeplinkdWordOverflow /\%(^\|\s\)\@1<=\%(drop-newest\|drop-oldest\|refuse\)\S\@!/ contained
hi def link deeplinkdWordOverflow Keyword
syn region deeplinkdLineSubscribe matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(subscribe\|read\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordSubscribe,@deeplinkdWords
syn match deeplinkdWordSubscribe /\%(^\|\s\)\@1<=\%(group\|user\)\S\@!/ contained
hi def link deeplinkdWordSubscribe Keyword
syn region deeplinkdLineStart matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(start\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordStart,@deeplinkdWords
syn match deeplinkdWordStart /\%(^\|\s\)\@1<=\%(exec\)\S\@!/ contained
hi def link deeplinkdWordStart Keyword
syn region deeplinkdLineSource matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(source\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordSource,@deeplinkdWords
syn match deeplinkdWordSource /\%(^\|\s\)\@1<=\%(varlink\|file\)\S\@!/ contained
hi def link deeplinkdWordSource Keyword
syn region deeplinkdLineRevoked matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(revoked\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordRevoked,@deeplinkdWords
syn match deeplinkdWordRevoked /\%(^\|\s\)\@1<=\%(since\)\S\@!/ contained
hi def link deeplinkdWordRevoked Keyword
syn region deeplinkdLineKeep matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(keep\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordKeep,@deeplinkdWords
syn match deeplinkdWordKeep /\%(^\|\s\)\@1<=\%(days\)\S\@!/ contained
hi def link deeplinkdWordKeep Keyword
syn region deeplinkdLineWould matchgroup=deeplinkdDirective start=/\%(^\s*\|\s[{;]\s\+\)\@40<=\%(would\)\S\@!/ end=/$/ end=/\ze\s[{};]\%(\s\|$\)/ oneline contains=deeplinkdWordWould,@deeplinkdWords
syn match deeplinkdWordWould /\%(^\|\s\)\@1<=\%(start\|call\)\S\@!/ contained
hi def link deeplinkdWordWould Keyword

syn match deeplinkdName /\%(\%(^\s*\|\s[{;]\s\+\)\%(environment\|permission\|parameter\|audience\|fragment\|products\|channel\|feature\|package\|product\|rewrite\|schemes\|action\|header\|issuer\|result\|scheme\|values\|input\|limit\|query\|route\|case\|host\|icon\|unit\)\s\+\)\@120<=[^ \t"{#!][^ \t:]*/ contained
syn match deeplinkdType /\%(^\|\s\)\@1<=\%(base62\|digits\|string\|switch\|bool\|date\|flag\|slug\|text\|uint\|uuid\|hex\|int\)\%(([^() \t]*)\)\=?\=\S\@!/ contained
syn match deeplinkdType /:\@1<=\%(base62\|digits\|string\|switch\|bool\|date\|flag\|slug\|text\|uint\|uuid\|hex\|int\)\%(([^() \t]*)\)\=?\=\S\@!/ contained
syn match deeplinkdSet /\%(^\|[ \t:]\)\@1<=@[A-Za-z0-9_.:-]\+?\=\S\@!/ contained
syn match deeplinkdOutcome /\%(^\|\s\)\@1<=\%(rejected\|blocked\|pending\|unknown\|failed\|ok\)\%(\.[A-Za-z0-9]\+\)\+\S\@!/ contained
syn match deeplinkdNumber /\%(^\|\s\)\@1<=-\=\d\+\%(\.\d\+\)*[A-Za-z%]*\S\@!/ contained
syn match deeplinkdOperator /\%(^\|\s\)\@1<=[=_]\S\@!/ contained
syn match deeplinkdOperator /\%(^\|\s\)\@1<=!/ contained
syn match deeplinkdPath /\%(^\|\s\)\@1<=\/\S*/ contained contains=deeplinkdPlaceholder,deeplinkdWildcard
syn match deeplinkdWildcard /\*\*\=\|[][]/ contained
syn match deeplinkdPlaceholder /\$([A-Za-z0-9_.-]\+\%(:[^() \t"]\+\%(([^() \t]*)\)\=\)\=)/ contained
syn region deeplinkdString start=/\%(^\|\s\)\@1<="/ skip=/\\./ end=/"/ oneline contained contains=deeplinkdEscape,deeplinkdPlaceholder
syn match deeplinkdEscape /\\\%(["\\nt]\|u{\x\{1,6}}\)/ contained

hi def link deeplinkdDirective Statement
hi def link deeplinkdName Function
hi def link deeplinkdComment Comment
hi def link deeplinkdAllow SpecialComment
hi def link deeplinkdBrace Delimiter
hi def link deeplinkdType Type
hi def link deeplinkdSet Type
hi def link deeplinkdOutcome Constant
hi def link deeplinkdNumber Number
hi def link deeplinkdOperator Operator
hi def link deeplinkdPath String
hi def link deeplinkdWildcard Special
hi def link deeplinkdPlaceholder Identifier
hi def link deeplinkdString String
hi def link deeplinkdEscape SpecialChar

let b:current_syntax = "deeplinkd"
