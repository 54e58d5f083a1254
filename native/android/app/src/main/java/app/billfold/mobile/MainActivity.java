package app.billfold.mobile;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
