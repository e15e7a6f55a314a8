if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=#\ %s comments=:# expandtab shiftwidth=4 softtabstop=4
" `gq` and `=` lay out whole statements: `gggqG` the file.
setlocal formatprg=deeplinkctl\ fmt\ - equalprg=deeplinkctl\ fmt\ -
let b:undo_ftplugin = "setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< formatprg< equalprg<"
